using System.Runtime.InteropServices;
using Blittable.Collections.Numbers;

namespace Blittable.Collections.Query.Values;

/// <summary>Collects numbers and finds any rank among them. Mantissas of a common scale are stored compactly if they fit, other numbers as they are.</summary>
internal sealed class NumberList
{
    private readonly List<ExactNumber> _others = [];
    private readonly List<long> _mantissas = [];
    private int _scale;

    public int Count => _mantissas.Count + _others.Count;

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

    public void Add(NumberList other)
    {
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
        _others.Sort();
        var next = 0;
        foreach (var mantissa in _mantissas)
        {
            var number = new ExactNumber(mantissa, -_scale);
            for (; next < _others.Count && _others[next].CompareTo(number) < 0; next++)
            {
                yield return _others[next];
            }

            yield return number;
        }

        for (; next < _others.Count; next++)
        {
            yield return _others[next];
        }
    }

    /// <summary>Returns the numbers at a rank and at the next rank. The last number is its own successor.</summary>
    /// <param name="rank">The zero-based rank.</param>
    public (ExactNumber At, ExactNumber Next) Neighbours(int rank)
    {
        if (_others.Count > 0)
        {
            _others.AddRange(_mantissas.Select(mantissa => new ExactNumber(mantissa, -_scale)));
            _mantissas.Clear();
            _others.Sort();
            return (_others[rank], _others[Math.Min(rank + 1, _others.Count - 1)]);
        }

        var mantissas = CollectionsMarshal.AsSpan(_mantissas);
        var at = OrderStatistic.Select(mantissas, rank);
        var next = at;
        if (rank + 1 < mantissas.Length)
        {
            next = long.MaxValue;
            foreach (var mantissa in mantissas[(rank + 1)..])
            {
                next = Math.Min(next, mantissa);
            }
        }

        return (new ExactNumber(at, -_scale), new ExactNumber(next, -_scale));
    }
}
