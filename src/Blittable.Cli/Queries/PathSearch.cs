using System.Globalization;

namespace Blittable.Cli;

/// <summary>Finds the intended path for a path whose names are in the wrong case.</summary>
internal static class PathSearch
{
    private const StringComparison IgnoringCase = StringComparison.OrdinalIgnoreCase;

    /// <summary>Finds a path in a document that differs from the specified one only in case.</summary>
    /// <param name="root">The document.</param>
    /// <param name="path">The path that matches nothing in the document.</param>
    /// <returns>The path as spelled in the document, or null if there is none.</returns>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    public static string? Find(BlittableValue root, string path) => path.StartsWith('$') && Follow(root, path, 1) is { } rest ? $"${rest}" : null;

    /// <summary>Follows the rest of a path from a value.</summary>
    /// <returns>The rest as spelled in the document, or null if it matches nothing.</returns>
    private static string? Follow(BlittableValue value, string path, int position)
    {
        if (position == path.Length)
        {
            return "";
        }

        foreach (var any in (string[])[".*", "[*]"])
        {
            if (Has(path, position, any))
            {
                return FollowAny(value, path, position + any.Length) is { } rest ? any + rest : null;
            }
        }

        return value.Kind switch
        {
            BlittableValueKind.Object => FollowName(value, path, position),
            BlittableValueKind.Array => FollowIndex(value, path, position),
            _ => null,
        };
    }

    private static string? FollowAny(BlittableValue value, string path, int position)
    {
        if (value.Kind == BlittableValueKind.Array)
        {
            foreach (var element in value.EnumerateArray())
            {
                if (Follow(element, path, position) is { } rest)
                {
                    return rest;
                }
            }
        }
        else if (value.Kind == BlittableValueKind.Object)
        {
            foreach (var property in value.EnumerateObject())
            {
                if (Follow(property.Value, path, position) is { } rest)
                {
                    return rest;
                }
            }
        }

        return null;
    }

    private static string? FollowName(BlittableValue value, string path, int position)
    {
        foreach (var property in value.EnumerateObject())
        {
            var name = property.Name;
            foreach (var spelling in (string[])[$".{name}", $"['{name}']", $"[\"{name}\"]"])
            {
                if (Has(path, position, spelling) && Follow(property.Value, path, position + spelling.Length) is { } rest)
                {
                    return spelling + rest;
                }
            }
        }

        return null;
    }

    private static string? FollowIndex(BlittableValue value, string path, int position)
    {
        var end = path.IndexOf(']', position);
        if (end < 0 || !int.TryParse(path.AsSpan(position + 1, end - position - 1), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var index))
        {
            return null;
        }

        var place = index < 0 ? value.Count + index : index;
        return place >= 0 && place < value.Count && Follow(value[place], path, end + 1) is { } rest ? path[position..(end + 1)] + rest : null;
    }

    /// <summary>Determines whether a path has a complete segment at a position.</summary>
    private static bool Has(string path, int position, string segment)
    {
        var end = position + segment.Length;
        return string.Compare(path, position, segment, 0, segment.Length, IgnoringCase) == 0 && (end == path.Length || path[end] is '.' or '[');
    }
}
