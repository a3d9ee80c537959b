using System.Numerics;
using System.Runtime.CompilerServices;
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
        var (low, high) = RangeKernel.OfValues(values);
        column.Base = low;
        column.Width = Width(low, high);
        if (column.Width > MinSaved && _rows >= MinRowsOfLine)
        {
            FitLine(values, ref column);
        }

        if (column.Step == 0 && scale >= _usualDigits && (low <= -MinNoisy || high >= MinNoisy))
        {
            TrySplit(values, first, ref column);
        }

        return true;
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
        var least = long.MaxValue;
        var most = long.MinValue;
        for (var i = 0; i < values.Length; i++)
        {
            var off = values[i] - i * step;
            least = Math.Min(least, off);
            most = Math.Max(most, off);
        }

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

    // Writes the planned array: the header, the columns, and the bits of the rows.

    /// <summary>Writes the planned array and up to eight bytes after it.</summary>
    /// <returns>The end of the array.</returns>
    public byte* Write(byte* to)
    {
        *to++ = Tag.NumberArray;
        *to++ = _head;
        if (_isMatrix)
        {
            *to++ = (byte)_columnCount;
        }

        to += Varint.Write(new Span<byte>(to, Varint.MaxLength), (uint)_rows);
        if (_isMatrix)
        {
            to += Varint.Write(new Span<byte>(to, Varint.MaxLength), (uint)_rowBits);
        }

        for (var i = 0; i < _columnCount; i++)
        {
            to = WriteColumn(to, _columns[i]);
        }

        return WriteRows(to);
    }

    private byte* WriteColumn(byte* to, in NumberColumn column)
    {
        *to++ = (byte)(column.Scale | (int)column.Form << NumberArrayLayout.FormShift);
        *to++ = (byte)column.Width;
        if (_isMatrix)
        {
            *(ushort*)to = (ushort)column.FirstBit;
            to += sizeof(ushort);
        }

        var baseSize = 1 << (_head & NumberArrayLayout.BaseSizeMask);
        *(long*)to = column.Base;
        to += baseSize;
        if ((_head & NumberArrayLayout.HasSteps) != 0)
        {
            *(long*)to = column.Step;
            to += baseSize;
        }

        if ((_head & NumberArrayLayout.IsSplit) != 0)
        {
            *to++ = (byte)column.Exponent;
            *to++ = (byte)column.LowWidth;
            *(int*)to = column.LowBase;
            to += sizeof(int);
        }

        return to;
    }

    private byte* WriteRows(byte* to)
    {
        for (var i = 0; i < _columnCount; i++)
        {
            MakeOffsets(i * _stride, _columns[i]);
        }

        return _columnCount <= 2 && _rowBits <= RowBitWriter.Most ? WriteShortRows(to) : WriteLongRows(to);
    }

    /// <summary>Writes the bits of rows with one or two columns, a whole row at a time.</summary>
    private byte* WriteShortRows(byte* to)
    {
        var bits = new RowBitWriter(to);
        var first = _firstValue;
        if (_columnCount == 1)
        {
            for (nint row = 0; row < _rows; row++)
            {
                bits.AddFew((ulong)first[row], _rowBits);
            }

            return bits.Finish();
        }

        var second = _firstValue + _stride;
        var shift = _columns[1].FirstBit;
        for (nint row = 0; row < _rows; row++)
        {
            bits.AddFew((ulong)first[row] | (ulong)second[row] << shift, _rowBits);
        }

        return bits.Finish();
    }

    private byte* WriteLongRows(byte* to)
    {
        var bits = new RowBitWriter(to);
        for (nint row = 0; row < _rows; row++)
        {
            var value = _firstValue + row;
            for (var i = 0; i < _columnCount; i++, value += _stride)
            {
                bits.Add((ulong)*value, _columns[i].Width + _columns[i].LowWidth);
            }
        }

        return bits.Finish();
    }

    /// <summary>Converts the values of a column to the offsets that the rows store.</summary>
    private void MakeOffsets(int first, in NumberColumn column)
    {
        var values = _values.AsSpan(first, _rows);
        if (column.Step != 0)
        {
            for (var row = 0; row < values.Length; row++)
            {
                values[row] -= column.Base + row * column.Step;
            }
        }
        else if (column.LowWidth != 0)
        {
            OffsetKernel.Join(values, column.Base, _lows.AsSpan(first, _rows), column.LowBase, column.Width);
        }
        else
        {
            OffsetKernel.Subtract(values, column.Base);
        }
    }

    /// <summary>Writes sequences of bits, least significant first.</summary>
    /// <remarks>Each addition stores eight bytes and advances by the complete bytes, without a branch that checks for a full word.</remarks>
    private ref struct RowBitWriter(byte* to)
    {
        /// <summary>The maximum number of bits added at once: with up to seven pending bits, one bit of a word stays free.</summary>
        public const int Most = 56;

        private byte* _to = to;
        private ulong _word;
        private int _used;

        /// <summary>Adds an integer that has no bits beyond its width, 1 to 64.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Add(ulong value, int width)
        {
            if (width > Most)
            {
                AddFew(value & uint.MaxValue, 32);
                value >>= 32;
                width -= 32;
            }

            AddFew(value, width);
        }

        public readonly byte* Finish() => _to + (_used + 7 >> 3);

        /// <summary>Adds an integer that has no bits beyond its width, 1 to <see cref="Most"/>.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void AddFew(ulong value, int width)
        {
            _word |= value << _used;
            *(ulong*)_to = _word;
            _used += width;
            _to += _used >> 3;
            _word >>= _used & ~7;
            _used &= 7;
        }
    }
}
