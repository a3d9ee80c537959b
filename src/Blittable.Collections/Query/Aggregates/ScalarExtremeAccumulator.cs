using System.Numerics;
using System.Text;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;
using Blittable.Columns;

namespace Blittable.Collections.Query.Aggregates;

/// <summary>Finds the minimum or maximum of scalars of unknown kind, strings, or products. Numbers rank first, followed by dates, strings and
/// booleans.</summary>
internal sealed class ScalarExtremeAccumulator(IReadOnlyList<PathPlan> paths, bool isMax) : OrderedAccumulator
{
    /// <summary>The estimated bytes per group, excluding its string.</summary>
    private const int GroupBytes = 64;

    /// <summary>The number of groups up to which a common bound of all groups is computed.</summary>
    private const int MostCompared = 256;

    private readonly NumberSource _products = new(paths);
    private QueryValue[] _best = new QueryValue[2];
    private long[] _orders = new long[2];

    /// <summary>The UTF-8 bytes of the results that are strings.</summary>
    private byte[]?[] _texts = new byte[]?[2];
    private ulong[] _seen = [];

    /// <summary>For groups whose result is a number, the nearest double, and whether the number is known to equal the shortest text of the double; NaN
    /// if unknown.</summary>
    private (double Nearest, bool IsShortest)[] _doubles = [(double.NaN, false), (double.NaN, false)];
    private double[] _estimates = [];
    private long _textBytes;

    /// <summary>For groups whose result is a computed number, its mantissa at <see cref="_scale"/>, or the worst possible mantissa.</summary>
    private long[] _mantissas = [];
    private int _scale;

    /// <summary>Estimates the bytes of all groups. Strings are stored both as characters and as bytes.</summary>
    public override long EstimateBytes(int groupCount) => ((long)GroupBytes * groupCount) + _textBytes;

    public override void Add(GroupCursor cursor, ReadOnlySpan<int> groups, int groupCount)
    {
        Grow(groupCount);
        if (paths.Count > 1)
        {
            var products = _products.Load(cursor);
            if (TryAddComputed(products, null, groups, groupCount, cursor))
            {
                return;
            }

            for (var row = 0; row < products.Rows; row++)
            {
                Offer(groups.IsEmpty ? 1 : groups[row], products[row], cursor.Order);
            }

            return;
        }

        var values = cursor.Values(paths[0]);
        if (values.HasOnlyStrings)
        {
            AddStrings(values.Strings(), groups);
            return;
        }

        if (values.AreOnlyNumbers && TryAddComputed(values.Numbers(), values.AreComputedNumbers ? null : paths[0].Expression, groups, groupCount, cursor))
        {
            return;
        }

        if (values.HasOnlyNumbers && values.Numbers() is { HasDoubles: true } numbers)
        {
            AddDoubles(values, numbers, groups, cursor.Order);
            return;
        }

        for (var row = 0; row < values.Count; row++)
        {
            Offer(groups.IsEmpty ? 1 : groups[row], values[row], cursor.Order);
        }
    }

    public override void Merge(Accumulator other, ReadOnlySpan<int> groups, int groupCount)
    {
        Grow(groupCount);
        var theirs = (ScalarExtremeAccumulator)other;
        for (var group = 1; group < Math.Min(groups.Length, theirs._best.Length); group++)
        {
            Offer(groups[group], theirs._best[group], theirs._orders[group]);
        }
    }

    public override QueryValue Result(int group) => group < _best.Length ? _best[group] : QueryValue.Null;

    public override long Order(int group) => _orders[group];

    private static int Rank(QueryValueKind kind) => kind switch
    {
        QueryValueKind.Number => 4,
        QueryValueKind.Date => 3,
        QueryValueKind.String => 2,
        QueryValueKind.Boolean => 1,
        _ => 0,
    };

    /// <summary>Adds strings of columns without copying them. Without groups, each distinct string is compared once.</summary>
    private void AddStrings(StringBatch strings, ReadOnlySpan<int> groups)
    {
        var codes = strings.Codes;
        if (!groups.IsEmpty)
        {
            for (var row = 0; row < codes.Length; row++)
            {
                if (codes[row] != StringBatch.NullCode)
                {
                    Offer(groups[row], strings.Entry(codes[row]));
                }
            }

            return;
        }

        var words = MaskKernel.Words(strings.EntryCount);
        _seen = _seen.Length < words ? new ulong[words] : _seen;
        _seen.AsSpan(0, words).Clear();
        foreach (var code in codes)
        {
            if (code != StringBatch.NullCode)
            {
                _seen[code >> 6] |= 1UL << code;
            }
        }

        for (var code = 0; code < strings.EntryCount; code++)
        {
            if (MaskKernel.IsSet(_seen, code))
            {
                Offer(1, strings.Entry(code));
            }
        }
    }

    /// <summary>Adds computed numbers. Only a better one changes the result, because rows with equal numbers come later.</summary>
    /// <param name="numbers">The numbers.</param>
    /// <param name="source">The expression that has the numbers with their texts; null if the numbers determine their texts.</param>
    /// <param name="groups">The group of each row.</param>
    /// <param name="groupCount">The number of groups.</param>
    /// <param name="cursor">The position of the worker.</param>
    private bool TryAddComputed(NumberVector numbers, BoundExpression? source, ReadOnlySpan<int> groups, int groupCount, GroupCursor cursor)
    {
        if (numbers.AreDecimals && source is null)
        {
            AddDecimals(numbers, groups, cursor.Order);
            return true;
        }

        if (!numbers.AreMantissas)
        {
            return false;
        }

        var worst = isMax ? long.MinValue : long.MaxValue;
        if (_scale != numbers.Scale || _mantissas.Length < groupCount + 1)
        {
            _scale = numbers.Scale;
            _mantissas = new long[_best.Length];
            _mantissas.AsSpan().Fill(worst);
        }

        if (!TryBound(groupCount, worst, out var bound))
        {
            for (var row = 0; row < numbers.Rows; row++)
            {
                OfferMantissa(groups.IsEmpty ? 1 : groups[row], numbers, row, worst, source, cursor);
            }

            return true;
        }

        // After some rows, hardly any number reaches the extremes of all groups.
        var words = MaskKernel.Words(numbers.Rows);
        _seen = _seen.Length < words ? new ulong[words] : _seen;
        MaskKernel.Between(numbers.Mantissas, isMax ? bound : long.MinValue, isMax ? long.MaxValue : bound, _seen);
        for (var word = 0; word < words; word++)
        {
            for (var bits = _seen[word]; bits != 0; bits &= bits - 1)
            {
                var row = (word * MaskKernel.WordRows) + BitOperations.TrailingZeroCount(bits);
                OfferMantissa(groups.IsEmpty ? 1 : groups[row], numbers, row, worst, source, cursor);
            }
        }

        return true;
    }

    private void OfferMantissa(int group, NumberVector numbers, int row, long worst, BoundExpression? source, GroupCursor cursor)
    {
        var (mantissa, best) = (numbers.Mantissas[row], _mantissas[group]);
        if ((isMax ? mantissa > best : mantissa < best) || best == worst)
        {
            Offer(group, source is null || numbers.IsNull(row) ? numbers[row] : source.At(cursor, row), cursor.Order);
            _mantissas[group] = numbers.IsNull(row) ? best : mantissa;
        }
    }

    /// <summary>Gets the mantissa that a number must exceed to become the result of any group. Returns false if there are many groups, or a group has no
    /// number.</summary>
    private bool TryBound(int groupCount, long worst, out long bound)
    {
        bound = isMax ? long.MaxValue : long.MinValue;
        if (groupCount > MostCompared)
        {
            return false;
        }

        foreach (var best in _mantissas.AsSpan(1, groupCount))
        {
            if (best == worst)
            {
                return false;
            }

            bound = isMax ? Math.Min(bound, best) : Math.Max(bound, best);
        }

        return true;
    }

    /// <summary>Adds computed decimals. Only decimals whose estimate is not worse than the best are compared exactly.</summary>
    private void AddDecimals(NumberVector numbers, ReadOnlySpan<int> groups, long order)
    {
        // The estimate and the nearest double of the best number have smaller errors.
        const double margin = 1.0 / (1L << 48);
        _estimates = _estimates.Length < numbers.Rows ? new double[numbers.Rows] : _estimates;
        numbers.CopyEstimates(_estimates);
        for (var row = 0; row < numbers.Rows; row++)
        {
            var group = groups.IsEmpty ? 1 : groups[row];
            var (estimate, best) = (_estimates[row], _doubles[group].Nearest);
            var distance = isMax ? best - estimate : estimate - best;
            if (numbers.IsNull(row) || distance > Math.Abs(best) * margin)
            {
                continue;
            }

            Offer(group, numbers[row], order);
            if (_best[group] is { Kind: QueryValueKind.Number } number)
            {
                _doubles[group] = (number.GetDouble(), false);
            }
        }
    }

    /// <summary>Adds numbers by their nearest doubles, whose order is the same. Only numbers whose double is at least as good as the best are compared
    /// exactly.</summary>
    private void AddDoubles(PathValues values, NumberVector numbers, ReadOnlySpan<int> groups, long order)
    {
        var doubles = numbers.Doubles;
        if (!groups.IsEmpty || double.IsNaN(_doubles[1].Nearest))
        {
            for (var row = 0; row < doubles.Length; row++)
            {
                OfferDouble(groups.IsEmpty ? 1 : groups[row], values, numbers, row, order);
            }

            return;
        }

        // After some rows, hardly any value exceeds the best.
        var words = MaskKernel.Words(doubles.Length);
        _seen = _seen.Length < words ? new ulong[words] : _seen;
        var best = _doubles[1].Nearest;
        MaskKernel.Between(doubles, isMax ? best : double.NegativeInfinity, isMax ? double.PositiveInfinity : best, _seen);
        for (var word = 0; word < words; word++)
        {
            for (var bits = _seen[word]; bits != 0; bits &= bits - 1)
            {
                OfferDouble(1, values, numbers, (word * MaskKernel.WordRows) + BitOperations.TrailingZeroCount(bits), order);
            }
        }
    }

    private void OfferDouble(int group, PathValues values, NumberVector numbers, int row, long order)
    {
        var value = numbers.Doubles[row];
        var (best, isShortest) = _doubles[group];
        if ((isMax ? value < best : value > best) || (isShortest && value == best && !numbers.HasText(row)) || numbers.IsNull(row))
        {
            return;
        }

        Offer(group, values[row], order);
        if (_best[group] is { Kind: QueryValueKind.Number } number && number.GetDouble() == value)
        {
            _doubles[group] = (value, !numbers.HasText(row));
        }
    }

    private void Offer(int group, ReadOnlySpan<byte> text)
    {
        var held = _texts[group];
        var order = held is null ? Rank(QueryValueKind.String) - Rank(_best[group].Kind)
            : isMax ? text.SequenceCompareTo(held)
            : held.AsSpan().SequenceCompareTo(text);
        if (order > 0)
        {
            _best[group] = QueryValue.FromText(Encoding.UTF8.GetString(text));
            Hold(group, text.ToArray());
        }
    }

    private void Offer(int group, QueryValue value, long order)
    {
        ref var best = ref _best[group];
        var (rank, held) = (Rank(value.Kind), Rank(best.Kind));
        if (rank < held || rank == 0)
        {
            return;
        }

        var difference = rank > held ? 1 : isMax ? value.CompareTo(best) : best.CompareTo(value);
        if (difference > 0 || (difference == 0 && order < _orders[group]))
        {
            (best, _orders[group]) = (value, order);
            _doubles[group] = (double.NaN, false);
            Hold(group, value.Kind == QueryValueKind.String ? Encoding.UTF8.GetBytes(value.GetString()) : null);
        }
    }

    private void Hold(int group, byte[]? text)
    {
        _textBytes += Bytes(text) - Bytes(_texts[group]);
        _texts[group] = text;

        static long Bytes(byte[]? text) => text is null ? 0 : GroupBytes + ((1L + sizeof(char)) * text.Length);
    }

    private void Grow(int groupCount)
    {
        _best = Grown(_best, groupCount);
        _texts = Grown(_texts, groupCount);
        _orders = Grown(_orders, groupCount);
        var before = _doubles.Length;
        _doubles = Grown(_doubles, groupCount);
        _doubles.AsSpan(before).Fill((double.NaN, false));
    }
}
