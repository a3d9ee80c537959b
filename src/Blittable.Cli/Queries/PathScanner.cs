namespace Blittable.Cli;

/// <summary>Finds characters of a text that are outside of the brackets and quotes of its paths.</summary>
internal static class PathScanner
{
    /// <summary>Finds the first place, from a position on, that is outside of brackets and passes a test.</summary>
    /// <returns>The place; -1 if there is none.</returns>
    public static int Find(string text, int start, Func<int, bool> isMeant)
    {
        var depth = 0;
        var quote = '\0';
        for (var i = start; i < text.Length; i++)
        {
            if (quote != '\0')
            {
                if (text[i] == '\\')
                {
                    i++;
                }
                else if (text[i] == quote)
                {
                    quote = '\0';
                }
            }
            else if (depth > 0 && (text[i] is '\'' or '"'))
            {
                quote = text[i];
            }
            else if (text[i] == '[')
            {
                depth++;
            }
            else if (text[i] == ']' && depth > 0)
            {
                depth--;
            }
            else if (depth == 0 && isMeant(i))
            {
                return i;
            }
        }

        return -1;
    }
}
