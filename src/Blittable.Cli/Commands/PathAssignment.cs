using System.Text;

namespace Blittable.Cli;

/// <summary>An assignment such as <c>$.name = "new"</c>: a path, '=' and a value.</summary>
/// <param name="Path">The path to set.</param>
/// <param name="Value">The text after the '='.</param>
internal readonly record struct PathAssignment(BlittablePath Path, string Value)
{
    /// <summary>Returns the value as UTF-8, if it is JSON.</summary>
    /// <exception cref="UsageException">The value is not JSON.</exception>
    public byte[] Json()
    {
        var utf8 = Encoding.UTF8.GetBytes(Value);
        try
        {
            BlittableDocument.Parse(utf8).Dispose();
            return utf8;
        }
        catch (BlittableException fault)
        {
            var hint = Value.Length > 0 && Value.All(char.IsLetterOrDigit) ? $" Write a string in double quotes: \"{Value}\"." : "";
            throw new UsageException($"The value of {Path} is not valid JSON: {fault.Message}{hint}");
        }
    }

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
