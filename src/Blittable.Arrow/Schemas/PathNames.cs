using System.Text.Json;

namespace Blittable.Arrow.Schemas;

/// <summary>Reads the property names of paths.</summary>
internal static class PathNames
{
    /// <summary>Parses a path that must match at most one value of a document.</summary>
    /// <exception cref="BlittableException">The path is invalid or has a wildcard.</exception>
    public static BlittablePath ParseSingle(string text)
    {
        var path = BlittablePath.Parse(text);
        return path.HasWildcard
            ? throw new BlittableException(BlittableErrorCode.InvalidPath, $"'{path}' can match several values. Specify the path of one value.")
            : path;
    }

    /// <summary>Returns the names of the nested properties that a path selects, or null if the path selects anything else, such as an array element.</summary>
    public static IReadOnlyList<string>? PropertyNames(this BlittablePath path)
    {
        try
        {
            // The tokens of a pointer do not distinguish the name '0' from the index 0.
            var names = path.ToPointer().Tokens;
            return BlittablePath.Parse($"${string.Concat(names.Select(name => $"[\"{JsonEncodedText.Encode(name)}\"]"))}").Equals(path) ? names : null;
        }
        catch (InvalidOperationException)
        {
            // The path has a wildcard or an index from the end.
            return null;
        }
    }
}
