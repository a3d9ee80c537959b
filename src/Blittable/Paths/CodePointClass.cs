using System.Globalization;
using System.Text;

namespace Blittable.Paths;

/// <summary>Builds a regular expression class of code points for .NET, whose classes contain UTF-16 code units.</summary>
/// <remarks>Code points below U+10000 remain a class. Code points above become surrogate pairs.</remarks>
internal sealed class CodePointClass
{
    private const int Last = 0x10FFFF;
    private const int FirstPair = 0x10000;

    private readonly StringBuilder _units = new();
    private readonly List<(int First, int Last)> _pairs = [];

    /// <summary>Adds a range of code points.</summary>
    public void Add(int first, int last)
    {
        if (first < FirstPair)
        {
            AppendRange(_units, first, Math.Min(last, FirstPair - 1));
        }

        if (last >= FirstPair)
        {
            _pairs.Add((Math.Max(first, FirstPair), last));
        }
    }

    /// <summary>Adds the code points of a category, or all code points outside it.</summary>
    public void AddCategory(string category, bool isNegated)
    {
        _units.Append(isNegated ? @"\P{" : @"\p{").Append(category).Append('}');
        var ranges = CodePointCategories.Above(category);
        _pairs.AddRange(isNegated ? Complement(ranges) : ranges);
    }

    /// <summary>Appends an expression that matches one code point in the class, or one outside it.</summary>
    public void AppendTo(StringBuilder output, bool isNegated)
    {
        var pairs = Merge(_pairs);
        output.Append("(?:");
        foreach (var (low, high) in Pairs(isNegated ? Complement(pairs) : pairs))
        {
            output.Append('[').Append(high).Append("][").Append(low).Append("]|");
        }

        // Surrogates are not code points, so they are subtracted from every class.
        output.Append(isNegated ? "[^" : "[").Append(_units.Length == 0 ? @"\ud800" : _units.ToString()).Append(@"-[\ud800-\udfff]])");
    }

    /// <summary>Merges the high surrogates of the ranges that precede the same low surrogates, which reduces the number of alternatives.</summary>
    private static Dictionary<string, StringBuilder> Pairs(IReadOnlyList<(int First, int Last)> ranges)
    {
        const int lowFirst = 0xDC00;
        const int lowLast = 0xDFFF;
        var lows = new SortedDictionary<int, StringBuilder>();
        var pairs = new Dictionary<string, StringBuilder>(StringComparer.Ordinal);
        foreach (var (first, last) in ranges)
        {
            var (high, low) = Split(first);
            var (lastHigh, end) = Split(last);
            for (; high <= lastHigh; high++, low = lowFirst)
            {
                AppendRange(Of(lows, high), low, high == lastHigh ? end : lowLast);
            }
        }

        foreach (var (high, low) in lows)
        {
            AppendRange(Of(pairs, low.ToString()), high, high);
        }

        return pairs;

        static StringBuilder Of<TKey>(IDictionary<TKey, StringBuilder> texts, TKey key) =>
            texts.TryGetValue(key, out var text) ? text : texts[key] = new StringBuilder();
    }

    private static List<(int First, int Last)> Merge(List<(int First, int Last)> ranges)
    {
        var merged = new List<(int First, int Last)>();
        foreach (var range in ranges.Order())
        {
            if (merged.Count > 0 && range.First <= merged[^1].Last + 1)
            {
                merged[^1] = (merged[^1].First, Math.Max(merged[^1].Last, range.Last));
            }
            else
            {
                merged.Add(range);
            }
        }

        return merged;
    }

    /// <summary>Returns the complement of the ranges among the code points above U+FFFF.</summary>
    private static List<(int First, int Last)> Complement(IReadOnlyList<(int First, int Last)> merged)
    {
        var others = new List<(int First, int Last)>();
        var next = FirstPair;
        foreach (var (first, last) in merged)
        {
            if (first > next)
            {
                others.Add((next, first - 1));
            }

            next = last + 1;
        }

        if (next <= Last)
        {
            others.Add((next, Last));
        }

        return others;
    }

    private static (int High, int Low) Split(int codePoint)
    {
        var offset = codePoint - FirstPair;
        return (0xD800 + (offset >> 10), 0xDC00 + (offset & 0x3FF));
    }

    private static void AppendRange(StringBuilder output, int first, int last)
    {
        AppendUnit(output, first);
        if (last > first)
        {
            AppendUnit(output.Append('-'), last);
        }
    }

    private static void AppendUnit(StringBuilder output, int unit) => output.Append("\\u").Append(unit.ToString("x4", CultureInfo.InvariantCulture));
}

/// <summary>Provides the code points above U+FFFF of each Unicode category, which .NET classes do not cover.</summary>
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

    /// <summary>Returns the ordered ranges of a category such as <c>Lu</c>, or of a group of categories such as <c>L</c>.</summary>
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
