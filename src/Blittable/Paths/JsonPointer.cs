using System.Globalization;

namespace Blittable.Paths;

/// <summary>Parses and escapes JSON Pointers (RFC 6901).</summary>
internal static class JsonPointer
{
    /// <summary>Determines whether a text is a valid pointer: empty, or tokens after slashes in which each tilde is escaped.</summary>
    public static bool IsValid(string pointer)
    {
        if (pointer.Length > 0 && pointer[0] != '/')
        {
            return false;
        }

        for (var at = pointer.IndexOf('~', StringComparison.Ordinal); at >= 0; at = pointer.IndexOf('~', at + 1))
        {
            if (at + 1 == pointer.Length || pointer[at + 1] is not ('0' or '1'))
            {
                return false;
            }
        }

        return PathCursor.HasWholePairs(pointer);
    }

    /// <summary>Splits a valid, nonempty pointer into unescaped tokens.</summary>
    public static string[] Tokens(string pointer)
    {
        var tokens = pointer[1..].Split('/');
        for (var i = 0; i < tokens.Length; i++)
        {
            tokens[i] = tokens[i].Replace("~1", "/", StringComparison.Ordinal).Replace("~0", "~", StringComparison.Ordinal);
        }

        return tokens;
    }

    /// <summary>Escapes a token.</summary>
    public static string Escape(string token) => token.Replace("~", "~0", StringComparison.Ordinal).Replace("/", "~1", StringComparison.Ordinal);

    /// <summary>Determines whether a token is an index: digits without a leading zero.</summary>
    public static bool IsIndex(string token, out int index)
    {
        // TryParse ignores characters U+0000 at the end.
        index = 0;
        return !token.AsSpan().ContainsAnyExceptInRange('0', '9')
            && int.TryParse(token, NumberStyles.None, CultureInfo.InvariantCulture, out index) && (token.Length == 1 || token[0] != '0');
    }
}
