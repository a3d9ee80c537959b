namespace Blittable.Cli;

/// <summary>An assignment such as <c>$.name = "new"</c>: a path, '=' and a value.</summary>
/// <param name="Path">The path to set.</param>
/// <param name="Value">The text after the '='.</param>
internal readonly record struct PathAssignment(BlittablePath Path, string Value)
{
    /// <summary>Splits a text at the first '=' that follows a path. Names in brackets may also contain '='.</summary>
    /// <param name="text">The text.</param>
    /// <param name="kind">The kind of value, for the message.</param>
    /// <exception cref="UsageException">The text has no path or no '=', or the path has a wildcard.</exception>
    public static PathAssignment Parse(string text, string kind)
    {
        for (var end = text.IndexOf('=', StringComparison.Ordinal); end >= 0; end = text.IndexOf('=', end + 1))
        {
            if (BlittablePath.TryParse(text[..end].Trim(), out var path))
            {
                return path.HasWildcard
                    ? throw new UsageException($"'{path}' can match several values; specify the path of one value.")
                    : new PathAssignment(path, text[(end + 1)..].Trim());
            }
        }

        throw new UsageException($"'{text}' is not an assignment; write a path, '=' and {kind}, such as '$.name = \"new\"'.");
    }
}
