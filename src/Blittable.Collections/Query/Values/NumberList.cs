using System.Runtime.InteropServices;
using Blittable.Collections.Numbers;

namespace Blittable.Collections.Query.Values;

/// <summary>Collects numbers and finds any rank among them. Mantissas of a common scale, and doubles that determine their numbers, are stored
/// compactly; computed decimals with their nearest doubles; other numbers as they are.</summary>
internal sealed class NumberList
{
    private readonly List<ExactNumber> _others = [];
    private readonly List<long> _mantissas = [];

    /// <summary>The doubles as integers of the same order.</summary>
    private readonly List<long> _doubles = [];
    private readonly List<(Int128 Mantissa, int Exponent)> _decimals = [];

    /// <summary>The nearest doubles of the decimals, as integers of the same order.</summary>
    private readonly List<long> _decimalKeys = [];
    private int _scale;

    public int Count => _mantissas.Count + _doubles.Count + _decimals.Count + _others.Count;

    public void Add(long mantissa, int scale)
    {
        if (_mantissas.Count == 0)
        {
            _scale = scale;
        }

        if (scale == _scale)
        {
            _mantissas.Add(mantissa);
            return;
        }

        Add(new ExactNumber(mantissa, -scale));
    }

    public void Add(in ExactNumber number)
    {
        if (_mantissas.Count > 0 && number.TryGetMantissa(_scale, out var mantissa))
        {
            _mantissas.Add(mantissa);
        }
        else
        {
            _others.Add(number);
        }
    }

    /// <summary>Adds the number that the shortest text of a finite double represents.</summary>
    public void Add(double value) => _doubles.Add(DoubleOrder.KeyOf(value));

    /// <summary>Adds a computed decimal.</summary>
    /// <param name="mantissa">The mantissa.</param>
    /// <param name="exponent">The power of ten.</param>
    /// <param name="nearest">The nearest double.</param>
    public void Add(Int128 mantissa, int exponent, double nearest)
    {
        _decimals.Add((mantissa, exponent));
        _decimalKeys.Add(DoubleOrder.KeyOf(nearest));
    }

    public void Add(NumberList other)
    {
        _doubles.AddRange(other._doubles);
        _decimals.AddRange(other._decimals);
        _decimalKeys.AddRange(other._decimalKeys);
        foreach (var mantissa in other._mantissas)
        {
            Add(mantissa, other._scale);
        }

        foreach (var number in other._others)
        {
            Add(number);
        }
    }

    /// <summary>Enumerates all numbers in ascending order.</summary>
    public IEnumerable<ExactNumber> Sorted()
    {
        _mantissas.Sort();
        _doubles.Sort();
        _others.Sort();
        return Merge(Merge(Merge(_mantissas.Select(OfMantissa), _doubles.Select(OfDouble)), _others), _decimals.Select(OfDecimal).Order());
    }

    /// <summary>Returns the numbers at a rank and at the next rank. The last number is its own successor.</summary>
    /// <param name="rank">The zero-based rank.</param>
    public (ExactNumber At, ExactNumber Next) Neighbours(int rank)
    {
        if (_decimals.Count == Count)
        {
            return NeighboursOfDecimals(rank);
        }

        if (_mantissas.Count != Count && _doubles.Count != Count)
        {
            _others.AddRange(_mantissas.Select(OfMantissa));
            _others.AddRange(_doubles.Select(OfDouble));
            _others.AddRange(_decimals.Select(OfDecimal));
            _mantissas.Clear();
            _doubles.Clear();
            _decimals.Clear();
            _decimalKeys.Clear();
            _others.Sort();
            return (_others[rank], _others[Math.Min(rank + 1, _others.Count - 1)]);
        }

        var (at, next) = Neighbours(CollectionsMarshal.AsSpan(_doubles.Count > 0 ? _doubles : _mantissas), rank);
        return _doubles.Count > 0 ? (OfDouble(at), OfDouble(next)) : (OfMantissa(at), OfMantissa(next));
    }

    /// <summary>Finds the nearest doubles at both ranks, and compares only the decimals with these doubles.</summary>
    private (ExactNumber At, ExactNumber Next) NeighboursOfDecimals(int rank)
    {
        var (key, nextKey) = Neighbours(_decimalKeys.ToArray(), rank);
        var (before, ties, following) = (0, new List<ExactNumber>(), new List<ExactNumber>());
        for (var i = 0; i < _decimalKeys.Count; i++)
        {
            before += _decimalKeys[i] < key ? 1 : 0;
            if (_decimalKeys[i] == key)
            {
                ties.Add(OfDecimal(_decimals[i]));
            }
            else if (_decimalKeys[i] == nextKey)
            {
                following.Add(OfDecimal(_decimals[i]));
            }
        }

        ties.Sort();
        var at = rank - before;
        return (ties[at], at + 1 < ties.Count ? ties[at + 1] : following.Count > 0 ? following.Min() : ties[at]);
    }

    private static (long At, long Next) Neighbours(Span<long> values, int rank)
    {
        var at = OrderStatistic.Select(values, rank);
        var next = at;
        if (rank + 1 < values.Length)
        {
            next = long.MaxValue;
            foreach (var value in values[(rank + 1)..])
            {
                next = Math.Min(next, value);
            }
        }

        return (at, next);
    }

    private static IEnumerable<ExactNumber> Merge(IEnumerable<ExactNumber> left, IEnumerable<ExactNumber> right)
    {
        using var others = right.GetEnumerator();
        var hasOther = others.MoveNext();
        foreach (var number in left)
        {
            for (; hasOther && others.Current.CompareTo(number) < 0; hasOther = others.MoveNext())
            {
                yield return others.Current;
            }

            yield return number;
        }

        for (; hasOther; hasOther = others.MoveNext())
        {
            yield return others.Current;
        }
    }

    private ExactNumber OfMantissa(long mantissa) => new(mantissa, -_scale);

    private static ExactNumber OfDecimal((Int128 Mantissa, int Exponent) number) => ExactNumber.OfExact(number.Mantissa, number.Exponent);

    private static ExactNumber OfDouble(long key) => ExactNumber.OfDouble(DoubleOrder.ValueOf(key));
}
