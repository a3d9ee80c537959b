using Blittable.Columns;
using Blittable.Format;
using Blittable.Reading;

namespace Blittable.Collections;

/// <summary>Numbers of the selected rows of a chunk group: mantissas at one scale, or doubles. A row without a number has 0.</summary>
internal sealed class NumberVector
{
    private long[] _mantissas = [];
    private double[] _doubles = [];
    private ulong[] _validity = [];

    public int Rows { get; private set; }

    /// <summary>Rows that have a number.</summary>
    public int Values { get; private set; }

    public bool IsExact { get; private set; }

    /// <summary>Fraction digits of the mantissas.</summary>
    public int Scale { get; private set; }

    /// <summary>No mantissa is further from zero.</summary>
    public ulong Largest { get; private set; }

    public bool HasNulls => Values != Rows;

    public Span<long> Mantissas => _mantissas.AsSpan(0, Rows);

    public Span<double> Doubles => _doubles.AsSpan(0, Rows);

    /// <summary>A bit a row, set where there is a number.</summary>
    public Span<ulong> Validity => _validity.AsSpan(0, MaskKernel.Words(Rows));

    public bool IsNull(int row) => HasNulls && !MaskKernel.IsSet(Validity, row);

    /// <summary>Starts a batch of mantissas, whose values the caller fills in.</summary>
    public void StartExact(int rows, int scale, ulong largest)
    {
        Start(rows);
        IsExact = true;
        Scale = scale;
        Largest = largest;
        Grow(ref _mantissas, rows);
    }

    /// <summary>Widens <see cref="Largest"/> to a mantissa that was filled in.</summary>
    public void Include(long mantissa) => Largest = Math.Max(Largest, (ulong)Int128.Abs(mantissa));

    /// <summary>Starts a batch of doubles.</summary>
    public void StartDouble(int rows)
    {
        Start(rows);
        IsExact = false;
        Grow(ref _doubles, rows);
    }

    /// <summary>Counts the values after <see cref="Validity"/> was filled in.</summary>
    public void CountValues() => Values = MaskKernel.Count(Validity);

    /// <summary>Of no values.</summary>
    public void Clear(int rows)
    {
        StartExact(rows, 0, 0);
        Mantissas.Clear();
        Validity.Clear();
        Values = 0;
    }

    /// <summary>Brings mantissas to a larger scale, at which all of them are known to fit.</summary>
    public void Rescale(int scale)
    {
        if (IsExact && scale != Scale)
        {
            var power = PowerOfTen.Int64(scale - Scale);
            foreach (ref var mantissa in Mantissas)
            {
                mantissa *= power;
            }

            Scale = scale;
            Largest *= (ulong)power;
        }
    }

    /// <summary>Turns mantissas into the nearest doubles.</summary>
    public void ToDoubles()
    {
        if (IsExact)
        {
            Grow(ref _doubles, Rows);
            NearestDoubles(Mantissas, Scale, Largest, Doubles);
            IsExact = false;
        }
    }

    /// <summary>Multiplies row by row; a row that lacks a factor has no product.</summary>
    public void Multiply(NumberVector factor)
    {
        var largest = (UInt128)Largest * factor.Largest;
        if (IsExact && factor.IsExact && largest <= long.MaxValue && Scale + factor.Scale <= 18)
        {
            ProductKernel.Multiply<long>(Mantissas, factor.Mantissas);
            Scale += factor.Scale;
            Largest = (ulong)largest;
        }
        else
        {
            ToDoubles();
            factor.ToDoubles();
            ProductKernel.Multiply<double>(Doubles, factor.Doubles);
        }

        KeepCommon(factor);
    }

    /// <summary>Adds or subtracts row by row; a row that lacks one of the numbers has no sum.</summary>
    public void Add(NumberVector other, bool isSubtracted)
    {
        var scale = Math.Max(Scale, other.Scale);
        if (IsExact && other.IsExact && Reach(this, scale) + Reach(other, scale) <= long.MaxValue)
        {
            Rescale(scale);
            other.Rescale(scale);
            var (sums, others) = (_mantissas, other._mantissas);
            for (var row = 0; row < Rows; row++)
            {
                sums[row] += isSubtracted ? -others[row] : others[row];
            }

            Largest += other.Largest;
        }
        else
        {
            ToDoubles();
            other.ToDoubles();
            var (sums, others) = (_doubles, other._doubles);
            for (var row = 0; row < Rows; row++)
            {
                sums[row] += isSubtracted ? -others[row] : others[row];
            }
        }

        KeepCommon(other);
    }

    /// <summary>Makes a row of each of some places.</summary>
    public void Repeat(ReadOnlySpan<int> places)
    {
        var validity = new ulong[MaskKernel.Words(places.Length)];
        for (var row = 0; row < places.Length; row++)
        {
            validity[row >> 6] |= (MaskKernel.IsSet(_validity, places[row]) ? 1UL : 0) << row;
        }

        if (IsExact)
        {
            _mantissas = Repeat<long>(_mantissas, places);
        }
        else
        {
            _doubles = Repeat<double>(_doubles, places);
        }

        (Rows, _validity) = (places.Length, validity);
        CountValues();
    }

    public void CopyFrom(NumberVector other)
    {
        if (other.IsExact)
        {
            StartExact(other.Rows, other.Scale, other.Largest);
            other.Mantissas.CopyTo(Mantissas);
        }
        else
        {
            StartDouble(other.Rows);
            other.Doubles.CopyTo(Doubles);
        }

        other.Validity.CopyTo(Validity);
        Values = other.Values;
    }

    /// <summary>A row's number.</summary>
    public QueryValue this[int row] =>
        IsNull(row) ? QueryValue.Null : IsExact ? QueryValue.FromScaled(Mantissas[row], Scale) : QueryValue.FromDouble(Doubles[row]);

    /// <summary>Each mantissa over a power of ten, correctly rounded.</summary>
    private static void NearestDoubles(ReadOnlySpan<long> mantissas, int scale, ulong largest, Span<double> values)
    {
        const ulong mostExact = 1UL << 53;
        if (largest <= mostExact)
        {
            ScaleKernel.ToDoubles(mantissas, PowerOfTen.Int64(scale), values);
            return;
        }

        for (var i = 0; i < mantissas.Length; i++)
        {
            var value = DecimalToDouble.Convert((ulong)Int128.Abs(mantissas[i]), -scale);
            values[i] = mantissas[i] < 0 ? -value : value;
        }
    }

    /// <summary>How far from zero mantissas may be at a scale.</summary>
    private static UInt128 Reach(NumberVector numbers, int scale) =>
        PowerOfTen.Int64(scale - numbers.Scale) is var power && power == 0 ? UInt128.MaxValue >> 1 : (UInt128)numbers.Largest * (ulong)power;

    private static T[] Repeat<T>(T[] values, ReadOnlySpan<int> places)
    {
        var repeated = new T[places.Length];
        for (var row = 0; row < places.Length; row++)
        {
            repeated[row] = values[places[row]];
        }

        return repeated;
    }

    /// <summary>Keeps the rows that have numbers in both; the others have zero.</summary>
    private void KeepCommon(NumberVector other)
    {
        if (!HasNulls && !other.HasNulls)
        {
            return;
        }

        for (var i = 0; i < Validity.Length; i++)
        {
            Validity[i] &= other.Validity[i];
        }

        CountValues();
        for (var row = 0; row < Rows; row++)
        {
            if (MaskKernel.IsSet(_validity, row))
            {
                continue;
            }

            if (IsExact)
            {
                _mantissas[row] = 0;
            }
            else
            {
                _doubles[row] = 0;
            }
        }
    }

    private static void Grow<T>(ref T[] array, int count)
    {
        if (array.Length < count)
        {
            array = new T[count];
        }
    }

    private void Start(int rows)
    {
        Rows = rows;
        Grow(ref _validity, MaskKernel.Words(rows));
        MaskKernel.SetAll(Validity, rows);
        Values = rows;
    }
}
