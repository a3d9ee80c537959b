using System.Globalization;
using System.Text;

namespace Blittable.Generators;

/// <summary>Names of properties by the policies of System.Text.Json.</summary>
internal static class PropertyNaming
{
    // JsonKnownNamingPolicy, as a constant of an attribute holds it.
    private const int CamelCase = 1, SnakeCaseLower = 2, SnakeCaseUpper = 3, KebabCaseLower = 4, KebabCaseUpper = 5;

    private static readonly string[] Names = ["", nameof(CamelCase), nameof(SnakeCaseLower), nameof(SnakeCaseUpper), nameof(KebabCaseLower), nameof(KebabCaseUpper)];

    /// <summary>Converts a name by the policy that a property of <c>JsonNamingPolicy</c> gives.</summary>
    public static string Apply(string policy, string name) => Apply(Array.IndexOf(Names, policy), name);

    public static string Apply(int policy, string name) => policy switch
    {
        CamelCase => ToCamelCase(name),
        SnakeCaseLower => Separate(name, '_', char.ToLowerInvariant),
        SnakeCaseUpper => Separate(name, '_', char.ToUpperInvariant),
        KebabCaseLower => Separate(name, '-', char.ToLowerInvariant),
        KebabCaseUpper => Separate(name, '-', char.ToUpperInvariant),
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

    /// <summary>Puts a separator before each word: a capital after a small letter or a digit, or after another capital where a small letter follows.</summary>
    private static string Separate(string name, char separator, Func<char, char> convert)
    {
        var text = new StringBuilder();
        var before = UnicodeCategory.OtherSymbol;
        for (var i = 0; i < name.Length; i++)
        {
            var category = char.GetUnicodeCategory(name[i]);
            if (category is not (UnicodeCategory.UppercaseLetter or UnicodeCategory.LowercaseLetter or UnicodeCategory.DecimalDigitNumber))
            {
                text.Append(name[i]);
                before = category;
                continue;
            }

            var beginsWord = category == UnicodeCategory.UppercaseLetter
                && (before is UnicodeCategory.LowercaseLetter or UnicodeCategory.DecimalDigitNumber
                    || (before == UnicodeCategory.UppercaseLetter && i + 1 < name.Length && char.IsLower(name[i + 1])));
            text.Append(beginsWord ? separator.ToString() : "").Append(convert(name[i]));
            before = category;
        }

        return text.ToString();
    }
}
