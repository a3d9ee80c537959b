namespace Blittable.Cli;

/// <summary>Says what is wrong with a text that is not a path, in the words of somebody who typed one that another tool understands.</summary>
internal static class PathText
{
    /// <summary>Makes sure that a text is a path to a place, as columns, filters and keys have them.</summary>
    /// <exception cref="UsageException">It is not.</exception>
    public static void Require(string text)
    {
        if (!BlittablePath.TryParse(text, out _))
        {
            throw new UsageException(Explain(text));
        }
    }

    /// <summary>The path that a text means: a name may stand without the '$.' before it.</summary>
    public static string Complete(string text) => !text.StartsWith('$') && BlittablePath.TryParse($"$.{text}", out _) ? $"$.{text}" : text;

    /// <summary>Says what is wrong with a text that is not a path.</summary>
    public static string Explain(string text)
    {
        if (!text.StartsWith('$'))
        {
            var meant = text.StartsWith('.') || text.StartsWith('[') ? $"${text}" : $"$.{text}";
            return BlittablePath.TryParse(meant, out _)
                ? $"'{text}' is not a path, because it does not start with '$'; did you mean '{meant}'?"
                : $"'{text}' is not a path; a path starts with '$', such as '$.list[0].name'.";
        }

        if (BlittableJsonPath.TryParse(text, out _))
        {
            return $"'{text}' contains {Unsupported(text)}, which only 'get' supports; use names, indexes and '*'.";
        }

        try
        {
            BlittableJsonPath.Parse(text);
            return $"'{text}' is not a path.";
        }
        catch (BlittableException fault)
        {
            return $"'{text}' is not a path such as '$.list[0].name'. {fault.Message}";
        }
    }

    /// <summary>Names the first part of a JSONPath query that only a search has, outside of quoted names.</summary>
    private static string Unsupported(string query)
    {
        var quote = '\0';
        for (var i = 0; i < query.Length; i++)
        {
            if (quote != '\0')
            {
                i += query[i] == '\\' ? 1 : 0;
                quote = i < query.Length && query[i] == quote ? '\0' : quote;
                continue;
            }

            switch (query[i])
            {
                case '\'' or '"':
                    quote = query[i];
                    break;
                case '.' when query[i - 1] == '.':
                    return "the descendant segment '..'";
                case '?':
                    return "a filter '?'";
                case ':':
                    return "a slice ':'";
                case ',':
                    return "a list of selectors ','";
            }
        }

        return $"more than {BlittablePath.MaxWildcards} wildcards";
    }
}
