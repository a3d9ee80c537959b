using System.Numerics;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;
using Blittable.Columns;

namespace Blittable.Collections.Query.Filters;

/// <summary>Matches scalars that are in a list.</summary>
internal sealed class SetPredicate : ValuePredicate
{
    /// <summary>The maximum number of values in the text of a list.</summary>
    private const int MostShown = 1000;

    /// <summary>The maximum number of possible integers that are looked up in a table of bytes.</summary>
    private const int MostSpan = 1 << 10;

    /// <summary>The number of words with a bit for each value of the lowest bits of an integer, a power of two.</summary>
    private const int LowestWords = 1 << 6;

    private readonly ScalarMap<bool> _values = new();
    private readonly StringTable _texts = new();
    private readonly bool _hasNumbers;

    public SetPredicate(IEnumerable<QueryValue> values)
    {
        foreach (var value in values.Where(value => value.Kind != QueryValueKind.Null))
        {
            _values.TryAdd(value, true);
            _hasNumbers |= value.Kind == QueryValueKind.Number;
            if (value.Kind == QueryValueKind.String)
            {
                _texts.Number(System.Text.Encoding.UTF8.GetBytes(value.GetString()));
            }
        }
    }

    public IReadOnlyCollection<QueryValue> Values => _values.Keys;

    // Null matches nothing, and an empty list is not valid text.
    public override string ToString() => _values.Count == 0
        ? "in (null)"
        : $"in ({string.Join(", ", _values.Keys.Take(MostShown).Select(value => value.ToJson()))}{(_values.Count > MostShown ? $", … {_values.Count} values" : "")})";

    public override bool Passes(in QueryValue value) => _values.TryGet(value, out _);

    public override void Evaluate(PathValues values, GroupCursor cursor, Span<ulong> passed)
    {
        if (values.HasOnlyStrings)
        {
            EvaluateStrings(values.Strings(), cursor, passed);
        }
        else if (_hasNumbers && (values.HasOnlyNumbers || values.AreComputedNumbers) && values.Numbers() is { AreMantissas: true } numbers)
        {
            EvaluateNumbers(numbers, passed);
        }
        else
        {
            base.Evaluate(values, cursor, passed);
        }
    }

    private void EvaluateStrings(StringBatch strings, GroupCursor cursor, Span<ulong> passed)
    {
        CodeKernel.Select(strings.Codes, cursor.Matches(this, strings, MatchAll), passed);
    }

    private void MatchAll(StringBatch strings, Span<byte> matches)
    {
        for (var code = 0; code < strings.EntryCount; code++)
        {
            matches[code] = _texts.Find(strings.Entry(code)) >= 0 ? (byte)1 : (byte)0;
        }
    }

    private void EvaluateNumbers(NumberVector numbers, Span<ulong> passed)
    {
        var wanted = new HashSet<long>();
        foreach (var value in _values.Keys)
        {
            if (value.TryGetMantissa(numbers.Scale, out var mantissa))
            {
                wanted.Add(mantissa);
            }
        }

        passed[..MaskKernel.Words(numbers.Rows)].Clear();
        var mantissas = numbers.Mantissas;
        var range = AggregateKernel.Of(mantissas);
        if (!mantissas.IsEmpty && (Int128)range.Max - range.Min < MostSpan)
        {
            Span<byte> isWanted = stackalloc byte[(int)(range.Max - range.Min) + 1];
            for (var i = 0; i < isWanted.Length; i++)
            {
                isWanted[i] = wanted.Contains(range.Min + i) ? (byte)1 : (byte)0;
            }

            for (var row = 0; row < mantissas.Length; row++)
            {
                passed[row >> 6] |= (ulong)isWanted[(int)(mantissas[row] - range.Min)] << row;
            }

            for (var word = 0; word < numbers.Validity.Length; word++)
            {
                passed[word] &= numbers.Validity[word];
            }

            return;
        }

        SelectSparse(numbers, wanted, passed);
    }

    /// <summary>Selects integers in a wide range. A bit for each value of their lowest bits rules out most of them.</summary>
    private static void SelectSparse(NumberVector numbers, HashSet<long> wanted, Span<ulong> passed)
    {
        Span<ulong> lowest = stackalloc ulong[LowestWords];
        lowest.Clear();
        foreach (var mantissa in wanted)
        {
            lowest[(int)(mantissa >> 6) & (LowestWords - 1)] |= 1UL << (int)mantissa;
        }

        var mantissas = numbers.Mantissas;
        for (var row = 0; row < mantissas.Length; row++)
        {
            var mantissa = mantissas[row];
            passed[row >> 6] |= ((lowest[(int)(mantissa >> 6) & (LowestWords - 1)] >> (int)mantissa) & 1) << row;
        }

        var validity = numbers.Validity;
        for (var word = 0; word < validity.Length; word++)
        {
            for (var bits = passed[word] &= validity[word]; bits != 0; bits &= bits - 1)
            {
                var bit = BitOperations.TrailingZeroCount(bits);
                passed[word] &= wanted.Contains(mantissas[(word * MaskKernel.WordRows) + bit]) ? ulong.MaxValue : ~(1UL << bit);
            }
        }
    }
}
