using System.Text;

namespace Blittable.Generators.Views;

/// <summary>Names of properties by the policies of System.Text.Json.</summary>
internal static class ViewNaming
{
    // JsonKnownNamingPolicy, as a constant of an attribute holds it.
    private const int CamelCase = 1, SnakeCaseLower = 2, SnakeCaseUpper = 3, KebabCaseLower = 4, KebabCaseUpper = 5;

    public static string Apply(int policy, string name) => policy switch
    {
        CamelCase => ToCamelCase(name),
        SnakeCaseLower => Separate(name, '_').ToLowerInvariant(),
        SnakeCaseUpper => Separate(name, '_').ToUpperInvariant(),
        KebabCaseLower => Separate(name, '-').ToLowerInvariant(),
        KebabCaseUpper => Separate(name, '-').ToUpperInvariant(),
        _ => name,
    };

    /// <summary>Lowers the capitals at the start, but not the one that begins the next word: <c>IOStream</c> becomes <c>ioStream</c>.</summary>
    private static string ToCamelCase(string name)
    {
        var characters = name.ToCharArray();
        for (var i = 0; i < characters.Length && char.IsUpper(characters[i]); i++)
        {
            if (i > 0 && i + 1 < characters.Length && !char.IsUpper(characters[i + 1]))
            {
                break;
            }

            characters[i] = char.ToLowerInvariant(characters[i]);
        }

        return new string(characters);
    }

    /// <summary>Puts a separator before each word: a capital after another character, or before a character that is not a capital.</summary>
    private static string Separate(string name, char separator)
    {
        var text = new StringBuilder();
        for (var i = 0; i < name.Length; i++)
        {
            if (i > 0 && char.IsUpper(name[i]) && (!char.IsUpper(name[i - 1]) || (i + 1 < name.Length && char.IsLower(name[i + 1]))))
            {
                text.Append(separator);
            }

            text.Append(name[i]);
        }

        return text.ToString();
    }
}
