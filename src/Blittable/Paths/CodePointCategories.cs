using System.Globalization;

namespace Blittable.Paths;

/// <summary>The code points above U+FFFF of each category of Unicode, which classes of .NET do not know.</summary>
internal static class CodePointCategories
{
    private const int First = 0x10000;
    private const int Last = 0x10FFFF;

    /// <summary>The names of the categories in the order of <see cref="UnicodeCategory"/>.</summary>
    private static readonly string[] Names =
    [
        "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Co", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "Sm", "Sc",
        "Sk", "So", "Cn",
    ];

    private static readonly Lazy<Dictionary<string, List<(int First, int Last)>>> s_ranges = new(Read);

    /// <summary>The ranges of a category such as <c>Lu</c>, or of a group of categories such as <c>L</c>, in their order.</summary>
    public static List<(int First, int Last)> Above(string category) => s_ranges.Value.GetValueOrDefault(category) ?? [];

    private static Dictionary<string, List<(int First, int Last)>> Read()
    {
        var ranges = new Dictionary<string, List<(int First, int Last)>>(StringComparer.Ordinal);
        for (var codePoint = First; codePoint <= Last; codePoint++)
        {
            var name = Names[(int)CharUnicodeInfo.GetUnicodeCategory(codePoint)];
            Add(ranges, name, codePoint);
            Add(ranges, name[..1], codePoint);
        }

        return ranges;
    }

    private static void Add(Dictionary<string, List<(int First, int Last)>> ranges, string name, int codePoint)
    {
        if (!ranges.TryGetValue(name, out var list))
        {
            ranges.Add(name, list = []);
        }

        if (list.Count > 0 && list[^1].Last == codePoint - 1)
        {
            list[^1] = (list[^1].First, codePoint);
        }
        else
        {
            list.Add((codePoint, codePoint));
        }
    }
}
