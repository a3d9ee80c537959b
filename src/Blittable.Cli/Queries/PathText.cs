namespace Blittable.Cli;

/// <summary>Completes paths, and explains errors in paths, including syntax that other tools support.</summary>
internal static class PathText
{
    /// <summary>Makes sure that a text is a simple path, as required for columns, filters and keys.</summary>
    /// <exception cref="UsageException">The text is not a simple path.</exception>
    public static void Require(string text)
    {
        if (!BlittablePath.TryParse(text, out _))
        {
            throw new UsageException(Explain(text));
        }
    }

    /// <summary>Returns the path for a text. The leading '$.' can be omitted.</summary>
    public static string Complete(string text) => !text.StartsWith('$') && BlittablePath.TryParse($"$.{text}", out _) ? $"$.{text}" : text;

    /// <summary>Explains why a text is not a path.</summary>
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

    /// <summary>Describes the first part of a JSONPath query that a simple path does not support, outside of quoted names.</summary>
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
