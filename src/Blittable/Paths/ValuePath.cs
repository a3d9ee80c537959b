using System.Text;
using Blittable.Layout;

namespace Blittable.Paths;

/// <summary>Finds the path of a value with a known address, for messages.</summary>
/// <remarks>
/// Values precede their containers, so only a child at the address of the value or a later one can contain it. If a document with shared values has several
/// paths to a value, the first one is returned.
/// </remarks>
internal static class ValuePath
{
    /// <summary>The maximum number of children visited, which limits the cost of an error in a huge document.</summary>
    private const int MaxVisits = 10_000;

    /// <summary>The maximum number of levels in a path.</summary>
    private const int MaxDepth = 128;

    /// <returns>The path in the syntax of <see cref="BlittablePath"/>; null if none was found at reasonable cost.</returns>
    public static string? Find(BlittableValue place)
    {
        var document = place.Document;
        var address = place.Address & int.MaxValue;
        try
        {
            var root = place.WithAddress(Trailer.ReadRoot(document, out _, out _));
            var path = new StringBuilder("$");
            var visits = MaxVisits;
            return TryFind(root, address, path, [], ref visits, 0) ? path.ToString() : null;
        }
        catch (BlittableException)
        {
            // The document is damaged. The original error is sufficient.
            return null;
        }
    }

    private static bool TryFind(BlittableValue value, int address, StringBuilder path, HashSet<int> visited, ref int visits, int depth)
    {
        if (value.Address == address)
        {
            return true;
        }

        if (value.Address < address || depth == MaxDepth || !visited.Add(value.Address))
        {
            return false;
        }

        var length = path.Length;
        var isObject = value.TryReadObject(out var children, out var shape);
        if (!isObject && (!value.TryReadArray(out children) || children.IsPacked))
        {
            return false;
        }

        for (var i = 0; i < children.Count && --visits > 0; i++)
        {
            var child = value.Child(children, i);
            if (child.Address < address)
            {
                continue;
            }

            if (isObject)
            {
                AppendName(path, shape.Name(i));
            }
            else
            {
                path.Append('[').Append(i).Append(']');
            }

            if (TryFind(child, address, path, visited, ref visits, depth + 1))
            {
                return true;
            }

            path.Length = length;
        }

        return false;
    }

    /// <summary>Appends the segment of a name in UTF-8, which is shortened if it is long.</summary>
    public static void AppendName(StringBuilder path, ReadOnlySpan<byte> name) => AppendName(path, ValueFault.Shorten(name));

    /// <summary>Appends the segment of a name, which is shortened if it is long.</summary>
    public static void AppendShortName(StringBuilder path, string name) => AppendName(path, ValueFault.Shorten(name));

    /// <summary>Appends the segment of a name, quoted unless the short form allows it.</summary>
    public static void AppendName(StringBuilder path, string name)
    {
        if (name.Length > 0 && !char.IsAsciiDigit(name[0]) && name.All(character => char.IsAsciiLetterOrDigit(character) || character == '_'))
        {
            path.Append('.').Append(name);
            return;
        }

        path.Append("['");
        foreach (var character in name)
        {
            if (ValueFault.IsUnprintable(character))
            {
                ValueFault.AppendEscaped(path, character);
                continue;
            }

            path.Append(character is '\'' or '\\' ? "\\" : "").Append(character);
        }

        path.Append("']");
    }
}
