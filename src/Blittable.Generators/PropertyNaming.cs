using System.Globalization;
using System.Text;

namespace Blittable.Generators;

/// <summary>Converts property names with the naming policies of System.Text.Json.</summary>
internal static class PropertyNaming
{
    // The values of JsonKnownNamingPolicy as stored in attribute constants.
    private const int CamelCase = 1, SnakeCaseLower = 2, SnakeCaseUpper = 3, KebabCaseLower = 4, KebabCaseUpper = 5;

    private static readonly string[] Names = ["", nameof(CamelCase), nameof(SnakeCaseLower), nameof(SnakeCaseUpper), nameof(KebabCaseLower), nameof(KebabCaseUpper)];

    /// <summary>Returns the name of the <c>JsonNamingPolicy</c> property of a policy; an empty string for none.</summary>
    public static string NameOf(int policy) => Names[policy];

    /// <summary>Converts a name with the policy of a <c>JsonNamingPolicy</c> property.</summary>
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

    /// <summary>Converts the leading capitals to lower case, except the capital that begins the next word: <c>IOStream</c> becomes <c>ioStream</c>.</summary>
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

    /// <summary>Inserts a separator before each word. A word begins at a capital after a lower-case letter or digit, or at a capital between another capital
    /// and a lower-case letter.</summary>
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
