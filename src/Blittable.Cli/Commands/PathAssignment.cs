namespace Blittable.Cli;

/// <summary>A text such as <c>$.name = "new"</c>: a path, '=' and what to put there.</summary>
/// <param name="Path">Where.</param>
/// <param name="Value">The text after the '='.</param>
internal readonly record struct PathAssignment(BlittablePath Path, string Value)
{
    /// <summary>Splits a text at the first '=' with a path before it: names in brackets may have the sign, too.</summary>
    /// <param name="text">The text.</param>
    /// <param name="kind">What the value is, for the message.</param>
    /// <exception cref="UsageException">The text has no path and no '=', or the path leads to several places.</exception>
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
