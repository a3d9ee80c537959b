using System.Numerics;
using Blittable.Layout;

namespace Blittable.Writing;

/// <content>Plans columns: finds a common scale, fits a line, and splits short decimals from the noise of doubles.</content>
internal sealed unsafe partial class NumberArrayWriter
{
    /// <summary>The magnitude below which numbers have too few digits to show the noise of a double.</summary>
    private const long MinNoisy = 1_000_000_000_000_000;

    /// <summary>The number of values sampled to find where the noise begins.</summary>
    private const int Samples = 8;

    /// <summary>The number of bits per value that a split or a line must save.</summary>
    private const int MinSaved = 4;

    private const int MinRowsOfLine = 4;

    /// <summary>The largest power of ten that fits in a signed 64-bit integer.</summary>
    private const int MaxPower = 18;

    private const int UsualDigits = 6;

    /// <summary>The number of fraction digits without noise in the last noisy column of the document.</summary>
    private int _usualDigits = UsualDigits;

    /// <summary>Discards what was learned from earlier documents.</summary>
    public void BeginDocument() => _usualDigits = UsualDigits;

    /// <summary>Sets the scale and the form of a column of mantissas.</summary>
    /// <param name="column">The column.</param>
    /// <param name="scale">The number of fraction digits of all mantissas.</param>
    /// <param name="form">The form.</param>
    /// <param name="estimate">The size of the numbers with tags in bytes: exact, or at most as large if zeros at the end of fractions are omitted.</param>
    public void SetForm(int column, int scale, NumberColumnForm form, long estimate)
    {
        _known |= 1 << column;
        _columns[column] = new NumberColumn { Scale = scale, Form = form };
        _estimates[column] = estimate;
    }

    /// <summary>Returns the number of bytes that the sizes of the known columns with tags exceed their estimates.</summary>
    public long Underestimated()
    {
        var missing = 0L;
        for (var known = _known; known != 0; known &= known - 1)
        {
            var i = BitOperations.TrailingZeroCount(known);
            missing -= _estimates[i];
            foreach (var mantissa in Column(i))
            {
                missing += PlainLength(WithoutZeros(mantissa, _columns[i].Scale));
            }
        }

        return missing;
    }

    private static long WithoutZeros(long mantissa, int scale)
    {
        for (; scale > 0 && mantissa % 10 == 0; scale--)
        {
            mantissa /= 10;
        }

        return mantissa;
    }

    /// <summary>Plans the column of the values from <paramref name="first"/> on. Returns false if its numbers cannot form a column.</summary>
    private bool TryPlan(int first, ref NumberColumn column)
    {
        column = default;
        var values = _values.AsSpan(first, _rows);
        var scales = _scales.AsSpan(first, _rows);
        int scale = scales[0];
        if (scales.IndexOfAnyExcept((byte)scale) >= 0)
        {
            if (!TryUnify(values, scales, out scale, out column.Form))
            {
                return false;
            }
        }
        else if (scale >= SingleScale)
        {
            column.Form = scale == SingleScale ? NumberColumnForm.Single : TryNarrow(values) ? NumberColumnForm.NarrowDouble : NumberColumnForm.Double;
            column.Width = column.Form == NumberColumnForm.Double ? 64 : 32;
            return true;
        }

        column.Scale = scale;
        var (low, high) = PlanRange(values, ref column);
        if (column.Step == 0 && scale >= _usualDigits && (low <= -MinNoisy || high >= MinNoisy))
        {
            TrySplit(values, first, ref column);
        }

        return true;
    }

    /// <summary>Plans a column whose scale and form are known. Its numbers have too few digits to show the noise of a double.</summary>
    private static void PlanKnown(ReadOnlySpan<long> values, ref NumberColumn column)
    {
        (column.Step, column.Exponent, column.LowWidth, column.LowBase) = (0, 0, 0, 0);
        PlanRange(values, ref column);
    }

    private static (long Low, long High) PlanRange(ReadOnlySpan<long> values, ref NumberColumn column)
    {
        var (low, high) = RangeKernel.OfValues(values);
        column.Base = low;
        column.Width = Width(low, high);
        if (column.Width > MinSaved && values.Length >= MinRowsOfLine)
        {
            FitLine(values, ref column);
        }

        return (low, high);
    }

    /// <summary>Converts decimals of different scales to the largest scale if one rule restores their texts.</summary>
    private static bool TryUnify(Span<long> values, Span<byte> scales, out int scale, out NumberColumnForm form)
    {
        var seen = DecimalUnifyKernel.Examine(values, scales, out var isTrimmed, out var isTrimmedToOne);
        var least = BitOperations.TrailingZeroCount(seen);
        scale = BitOperations.Log2(seen);
        form = isTrimmed ? NumberColumnForm.Trimmed : NumberColumnForm.TrimmedToOne;
        return (isTrimmed || isTrimmedToOne) && scale - least <= MaxPower && scale <= NumberArrayLayout.ScaleMask
            && DecimalUnifyKernel.TryScale(values, scales, scale);
    }

    /// <summary>Narrows 64-bit IEEE 754 numbers if each is exactly representable in 32 bits.</summary>
    private static bool TryNarrow(Span<long> values)
    {
        foreach (var value in values)
        {
            if (!NarrowDouble.TryNarrow(BitConverter.Int64BitsToDouble(value), out _))
            {
                return false;
            }
        }

        foreach (ref var value in values)
        {
            NarrowDouble.TryNarrow(BitConverter.Int64BitsToDouble(value), out var bits);
            value = bits;
        }

        return true;
    }

    /// <summary>Returns the bit width of the difference, at least 1.</summary>
    private static int Width(long low, long high) => 64 - BitOperations.LeadingZeroCount((ulong)(high - low) | 1);

    /// <summary>Fits a line to steadily growing or shrinking numbers, if their distances from it need fewer bits than their distances from the
    /// minimum.</summary>
    private static void FitLine(ReadOnlySpan<long> values, ref NumberColumn column)
    {
        // A line only pays if the last number is about as far from the first as any other.
        var rise = values[^1] - values[0];
        if (column.Width > 62 || column.Width - Width(0, Math.Abs(rise)) > 1)
        {
            return;
        }

        var step = rise / (values.Length - 1);
        var (least, most) = RangeKernel.OfDistances(values, step);
        var width = Width(least, most);
        if (width + MinSaved <= column.Width && (column.Width - width) * (long)values.Length > 8 * sizeof(long))
        {
            column.Step = step;
            column.Base = least;
            column.Width = width;
        }
    }

    private void TrySplit(Span<long> values, int first, ref NumberColumn column)
    {
        var exponent = FindExponent(values, column);
        if (exponent == 0)
        {
            return;
        }

        if (_lows.Length < _values.Length)
        {
            _highs = GC.AllocateUninitializedArray<long>(_values.Length);
            _lows = GC.AllocateUninitializedArray<long>(_values.Length);
        }

        var highs = _highs.AsSpan(0, values.Length);
        var lows = _lows.AsSpan(first, values.Length);
        DecimalSplitKernel.Split(values, exponent, highs, lows);
        var (leastHigh, mostHigh) = RangeKernel.OfValues(highs);
        var (leastLow, mostLow) = RangeKernel.OfValues(lows);
        var width = Width(leastHigh, mostHigh);
        var lowWidth = leastLow == mostLow ? 0 : Width(leastLow, mostLow);
        if (width + lowWidth + MinSaved <= column.Width && lowWidth <= NumberArrayLayout.MaxLowWidth && leastLow == (int)leastLow)
        {
            column.Exponent = exponent;
            column.Base = leastHigh;
            column.Width = width;
            column.LowBase = (int)leastLow;
            column.LowWidth = lowWidth;
            _usualDigits = column.Scale - exponent;
            highs.CopyTo(values);
        }
    }

    /// <summary>Returns the power of ten that best splits a sample of the numbers, or 0 if none does. The previous exponent is tried first.</summary>
    private int FindExponent(ReadOnlySpan<long> values, in NumberColumn column)
    {
        var usual = column.Scale - _usualDigits;
        if (usual is > 0 and <= MaxPower && SavedBits(values, usual) >= MinSaved)
        {
            return usual;
        }

        var best = 0;
        var bestSaved = MinSaved - 1;
        for (var exponent = 2; exponent <= Math.Min(column.Scale, MaxPower); exponent++)
        {
            var saved = SavedBits(values, exponent);
            if (saved > bestSaved)
            {
                best = exponent;
                bestSaved = saved;
            }
        }

        return best;
    }

    /// <summary>Estimates from a sample how many bits a split would save.</summary>
    private static int SavedBits(ReadOnlySpan<long> values, int exponent)
    {
        var largest = 0L;
        var step = Math.Max(1, values.Length / Samples);
        for (var i = 0; i < values.Length; i += step)
        {
            largest = Math.Max(largest, Math.Abs(DecimalSplitKernel.Split(values[i], exponent, out _)));
        }

        return Width(0, PowerOfTen.Int64s[exponent]) - 1 - Width(0, 2 * largest);
    }
}
