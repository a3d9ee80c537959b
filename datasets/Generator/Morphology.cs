using System.Text;

namespace Blittable.Datasets;

/// <summary>Inflects regular English words, to the extent that the word lists of the grammars require.</summary>
internal static class Morphology
{
    /// <summary>Adds a suffix (<c>s</c>, <c>ed</c>, <c>ing</c>, <c>ly</c> or none) to the last word of the text.</summary>
    public static void Inflect(StringBuilder text, string? suffix)
    {
        if (suffix is null || text.Length < 3)
        {
            return;
        }

        char last = text[^1];
        char before = text[^2];
        switch (suffix)
        {
            case "s" when last is 's' or 'x' or 'z' || (last == 'h' && before is 'c' or 's'):
                text.Append("es");
                break;
            case "s" when last == 'y' && !IsVowel(before):
                text[^1] = 'i';
                text.Append("es");
                break;
            case "ed" when last == 'e':
                text.Append('d');
                break;
            case "ed" when last == 'y' && !IsVowel(before):
                text[^1] = 'i';
                text.Append("ed");
                break;
            case "ing" when last == 'e' && before != 'e':
                text[^1] = 'i';
                text.Append("ng");
                break;
            case "ly" when last == 'y':
                text[^1] = 'i';
                text.Append("ly");
                break;
            case "ly" when last == 'e' && before == 'l':
                text[^1] = 'y';
                break;
            case "ly" when last == 'c':
                text.Append("ally");
                break;
            default:
                text.Append(suffix);
                break;
        }
    }

    private static bool IsVowel(char letter) => letter is 'a' or 'e' or 'i' or 'o' or 'u';
}
