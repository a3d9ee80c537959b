using System.Text;
using Blittable.Layout;

namespace Blittable.Paths;

/// <summary>Finds the path of a value whose address is known, for messages.</summary>
/// <remarks>
/// Values stand before the containers around them, so that only a child whose address is that of the value or a later one can hold it. A document that shares
/// values may have several paths, of which the first is named.
/// </remarks>
internal static class ValuePath
{
    /// <summary>Children that are looked at, so that an error in a huge document costs little.</summary>
    private const int MaxVisits = 10_000;

    /// <summary>Levels of a path that is named.</summary>
    private const int MaxDepth = 128;

    /// <returns>The path, as <see cref="BlittablePath"/> reads it; null where none was found at reasonable cost.</returns>
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
            // A damaged document: the error that is being worded says enough.
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
                AppendName(path, Encoding.UTF8.GetString(shape.Name(i)));
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

    /// <summary>Appends the segment of a name, quoted unless the short form has room for it.</summary>
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
            if (character < ' ')
            {
                path.Append("\\u").Append(((int)character).ToString("x4", System.Globalization.CultureInfo.InvariantCulture));
                continue;
            }

            path.Append(character is '\'' or '\\' ? "\\" : "").Append(character);
        }

        path.Append("']");
    }
}
