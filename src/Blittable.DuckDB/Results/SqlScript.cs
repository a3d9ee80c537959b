namespace Blittable.DuckDB.Results;

/// <summary>Splits SQL text before its last statement.</summary>
internal static class SqlScript
{
    /// <summary>Determines whether SQL text has no statement.</summary>
    public static bool IsEmpty(string sql)
    {
        var at = 0;
        for (int length; at < sql.Length && (length = SkippedLength(sql.AsSpan(at))) > 0; at += length)
        {
        }

        return at == sql.Length;
    }

    /// <summary>Splits SQL text.</summary>
    /// <returns>The statements before the last one, which may be empty, and the last statement without its semicolon.</returns>
    public static (string Before, string Last) Split(string sql)
    {
        // The start and the end of the last statement found so far, and the index after the last semicolon behind it.
        var (start, end, next) = (0, sql.Length, -1);
        for (var at = 0; at < sql.Length;)
        {
            var length = SkippedLength(sql.AsSpan(at));
            if (sql[at] == ';')
            {
                (end, next) = (next < 0 ? at : end, at + 1);
            }
            else if (next >= 0 && length == 0)
            {
                (start, end, next) = (next, sql.Length, -1);
            }

            at += length is > 0 ? length : TokenLength(sql.AsSpan(at));
        }

        return (sql[..start], sql[start..end]);
    }

    /// <summary>Returns the length of white space, a semicolon or a comment at the start of a text; 0 if it starts with something else.</summary>
    private static int SkippedLength(ReadOnlySpan<char> text)
    {
        if (text[0] == ';' || char.IsWhiteSpace(text[0]))
        {
            return 1;
        }

        if (text.StartsWith("--", StringComparison.Ordinal))
        {
            var line = text.IndexOfAny('\n', '\r');
            return line < 0 ? text.Length : line;
        }

        return text.StartsWith("/*", StringComparison.Ordinal) ? BlockCommentLength(text) : 0;
    }

    private static int BlockCommentLength(ReadOnlySpan<char> text)
    {
        // Block comments nest.
        var depth = 0;
        for (var at = 0; at < text.Length - 1; at++)
        {
            var step = (text[at], text[at + 1]) switch { ('/', '*') => 1, ('*', '/') => -1, _ => 0 };
            depth += step;
            at += Math.Abs(step);
            if (step < 0 && depth == 0)
            {
                return at + 1;
            }
        }

        return text.Length;
    }

    /// <summary>Returns the length of a string, a quoted name, or a single character of another token.</summary>
    private static int TokenLength(ReadOnlySpan<char> text)
    {
        if (text[0] is '\'' or '"')
        {
            return QuotedLength(text, hasEscapes: false);
        }

        if (text is ['e' or 'E', '\'', ..])
        {
            return 1 + QuotedLength(text[1..], hasEscapes: true);
        }

        if (char.IsLetterOrDigit(text[0]) || text[0] == '_')
        {
            // A whole word, because neither E nor a dollar sign within it starts a string.
            var word = 1;
            while (word < text.Length && (char.IsLetterOrDigit(text[word]) || text[word] is '_' or '$'))
            {
                word++;
            }

            return word;
        }

        return text[0] == '$' ? DollarLength(text) : 1;
    }

    private static int QuotedLength(ReadOnlySpan<char> text, bool hasEscapes)
    {
        for (var at = 1; at < text.Length; at++)
        {
            if (hasEscapes && text[at] == '\\')
            {
                at++;
            }
            else if (text[at] == text[0])
            {
                if (at + 1 == text.Length || text[at + 1] != text[0])
                {
                    return at + 1;
                }

                at++;
            }
        }

        return text.Length;
    }

    /// <summary>Returns the length of a dollar-quoted string, <c>$tag$…$tag$</c>, or 1 if there is none.</summary>
    private static int DollarLength(ReadOnlySpan<char> text)
    {
        var tag = 1;
        while (tag < text.Length && (char.IsLetterOrDigit(text[tag]) || text[tag] == '_'))
        {
            tag++;
        }

        if (tag == text.Length || text[tag] != '$' || (tag > 1 && char.IsDigit(text[1])))
        {
            return 1;
        }

        var mark = text[..(tag + 1)];
        var end = text[mark.Length..].IndexOf(mark, StringComparison.Ordinal);
        return end < 0 ? text.Length : end + (2 * mark.Length);
    }
}
