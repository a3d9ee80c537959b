using System.Runtime.InteropServices;
using Blittable.Collections.Numbers;
using Blittable.Collections.Storage;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable.Collections.Stripes.Writing;

/// <summary>Collects the numbers of a node in a chunk group.</summary>
internal sealed class NumberCollector
{
    /// <summary>Marks a number that is stored only as text.</summary>
    private const byte IsText = byte.MaxValue;

    /// <summary>The mantissa width above which integers may take more space than doubles.</summary>
    private const int DoubleBits = 52;

    private readonly ValueRows<long> _values = new();
    private readonly TextRows _texts = new();
    private readonly TextRows _exact = new();
    private byte[] _digits = [];
    private long[] _scaled = [];
    private double[] _doubles = [];
    private long _jsonBytes;

    /// <summary>True if <see cref="_doubles"/> contains the doubles of the group and all texts are the shortest texts of their doubles.</summary>
    private bool _areDoublesReady;

    public void Add(int row, in BlittableValue value)
    {
        value.TryReadNumber(out var number);
        if (NumberValue.TryGetMantissa(number, out var mantissa) && number.FractionDigits <= ChunkInfo.MostFractionDigits)
        {
            AddMantissa(row, mantissa, number.FractionDigits);
        }
        else
        {
            AddOther(row, number);
        }
    }

    /// <summary>Adds a number that was loaded from a chunk.</summary>
    /// <param name="row">The row in the chunk group.</param>
    /// <param name="values">The loaded values.</param>
    /// <param name="index">The index of the number.</param>
    public void Add(int row, NodeRows values, int index)
    {
        if (values.NumberChunk.Format != ChunkFormat.Double)
        {
            AddMantissa(row, values.Mantissa(index, out var digits), digits);
            return;
        }

        Span<byte> scratch = stackalloc byte[StoredNumber.MaxFormattedLength];
        Add(row, NumberValue.OfText(values.DoubleText(index, scratch)));
    }

    private void AddMantissa(int row, long mantissa, int fractionDigits)
    {
        AddDigits((byte)fractionDigits);
        _values.Add(row, mantissa);
        _jsonBytes += JsonLength.OfDecimal(mantissa, fractionDigits);
    }

    private void AddDigits(byte digits)
    {
        if (_digits.Length == _values.Count)
        {
            Array.Resize(ref _digits, Math.Max(256, 2 * _values.Count));
        }

        _digits[_values.Count] = digits;
    }

    private void AddOther(int row, in StoredNumber stored)
    {
        Span<byte> scratch = stackalloc byte[StoredNumber.MaxFormattedLength];
        Add(row, NumberValue.Of(stored, scratch));
    }

    private void Add(int row, scoped in NumberValue number)
    {
        if (!number.IsText && number.FractionDigits <= ChunkInfo.MostFractionDigits)
        {
            AddMantissa(row, number.Mantissa, number.FractionDigits);
            return;
        }

        AddDigits(IsText);
        _values.Add(row, _texts.Count);
        if (number.IsText)
        {
            _texts.Add(row, number.Text);
        }
        else
        {
            Span<byte> scratch = stackalloc byte[StoredNumber.MaxFormattedLength];
            StoredNumber.OfDecimal(number.Mantissa, number.FractionDigits).TryFormat(scratch, out var length);
            _texts.Add(row, scratch[..length]);
        }

        _jsonBytes += _texts[_texts.Count - 1].Length;
    }

    /// <summary>Writes the chunk and resets the collector.</summary>
    public ChunkInfo Finish(int rows, ChunkContext context, IndexBuilder? index)
    {
        var chunk = _values.Count == 0 ? ChunkInfo.Absent
            : TryScale(out var scale) ? FinishIntegers(rows, scale, context, index)
            : FinishDoubles(rows, context, index);
        _values.Clear();
        _texts.Clear();
        _jsonBytes = 0;
        _areDoublesReady = false;
        return chunk;
    }

    private bool TryScale(out int scale)
    {
        scale = 0;
        if (_texts.Count > 0)
        {
            return false;
        }

        foreach (var digits in _digits.AsSpan(0, _values.Count))
        {
            scale = Math.Max(scale, digits);
        }

        if (_scaled.Length < _values.Count)
        {
            _scaled = new long[_values.Count];
        }

        long least = long.MaxValue, most = long.MinValue;
        for (var i = 0; i < _values.Count; i++)
        {
            var power = PowerOfTen.Int64(scale - _digits[i]);
            var scaled = _values.Values[i] * power;
            if (power != 1 && (Int128)_values.Values[i] * power != scaled)
            {
                return false;
            }

            _scaled[i] = scaled;
            least = Math.Min(least, scaled);
            most = Math.Max(most, scaled);
        }

        return scale == 0 || Blittable.Writing.RangeKernel.Width((ulong)(most - least)) <= DoubleBits || !AreShortest();
    }

    /// <summary>Converts all numbers to doubles. Returns false if a text is not the shortest text of its double.</summary>
    private bool AreShortest()
    {
        EnsureDoubles();
        for (var i = 0; i < _values.Count; i++)
        {
            if (!IsShortest(i, out _doubles[i]))
            {
                return false;
            }
        }

        _areDoublesReady = true;
        return true;
    }

    private void EnsureDoubles()
    {
        if (_doubles.Length < _values.Count)
        {
            _doubles = new double[_values.Count];
        }
    }

    private ChunkInfo FinishIntegers(int rows, int scale, ChunkContext context, IndexBuilder? index)
    {
        var scaled = _scaled.AsSpan(0, _values.Count);
        bool areFixed = true, areTrimmed = true, areTrimmedToOne = true;
        long least = long.MaxValue, most = long.MinValue;
        for (var i = 0; i < scaled.Length; i++)
        {
            var digits = _digits[i];
            var endsInZero = digits > 0 && _values.Values[i] % 10 == 0;
            areFixed &= digits == scale;
            areTrimmed &= !endsInZero;
            areTrimmedToOne &= digits == 1 || (digits > 1 && !endsInZero);
            least = Math.Min(least, scaled[i]);
            most = Math.Max(most, scaled[i]);
            if (index is not null || i == 0 || scaled[i] != scaled[i - 1])
            {
                var hash = IndexHash.Of(scaled[i], scale);
                context.Filter.Add(hash);
                index?.Add(context.FirstRow + _values.Rows[i], hash, scaled[i], isInteger: scale == 0);
            }
        }

        var block = context.Sink.Write(context.Integers.Encode(_values.Spread(scaled, rows, out var validity), validity).Span);
        var form = areFixed ? TextForm.Fixed : areTrimmed ? TextForm.Trimmed : areTrimmedToOne ? TextForm.TrimmedToOne : TextForm.Digits;
        return new ChunkInfo
        {
            Format = scale == 0 ? ChunkFormat.Int64 : ChunkFormat.Decimal,
            Values = scaled.Length,
            JsonBytes = _jsonBytes,
            Scale = scale,
            Form = form,
            Min = least,
            Max = most,
            Filter = context.Filter.Finish(block.StoredLength),
            Block = block,
            FormBlock = form == TextForm.Digits ? WriteDigits(rows, context) : default,
        };
    }

    private BlockReference WriteDigits(int rows, ChunkContext context)
    {
        for (var i = 0; i < _values.Count; i++)
        {
            _scaled[i] = _digits[i];
        }

        return context.Sink.Write(context.Integers.Encode(_values.Spread(_scaled.AsSpan(0, _values.Count), rows, out var validity), validity).Span);
    }

    private ChunkInfo FinishDoubles(int rows, ChunkContext context, IndexBuilder? index)
    {
        EnsureDoubles();
        double least = double.PositiveInfinity, most = double.NegativeInfinity;
        Span<byte> text = stackalloc byte[StoredNumber.MaxFormattedLength];
        for (var i = 0; i < _values.Count; i++)
        {
            if (!_areDoublesReady && !IsShortest(i, out _doubles[i]))
            {
                _exact.Add(_values.Rows[i], TextOf(i, text));
            }

            var value = _doubles[i];
            least = Math.Min(least, value);
            most = Math.Max(most, value);
            index?.Add(context.FirstRow + _values.Rows[i], HashOf(i), 0, isInteger: false);
        }

        // Spread the bits to their rows as integers, because positions do not depend on the type.
        var bits = MemoryMarshal.Cast<double, long>(_doubles.AsSpan(0, _values.Count));
        var spread = MemoryMarshal.Cast<long, double>(_values.Spread(bits, rows, out var validity));
        var chunk = new ChunkInfo
        {
            Format = ChunkFormat.Double,
            Values = _values.Count,
            JsonBytes = _jsonBytes,
            Form = _exact.Count == 0 ? TextForm.Shortest : TextForm.Texts,
            Min = BitConverter.DoubleToInt64Bits(least),
            Max = BitConverter.DoubleToInt64Bits(most),
            Block = context.Sink.Write(context.Doubles.Encode(spread, validity).Span),
            FormBlock = _exact.Count == 0 ? default : WriteTexts(rows, context),
        };
        _exact.Clear();
        return chunk;
    }

    private BlockReference WriteTexts(int rows, ChunkContext context)
    {
        var ends = _exact.Spread(rows, out var isNull);
        context.Strings.WriteBatch(_exact.Bytes, ends, isNull);
        return context.Sink.Write(context.Strings.Finish().Span);
    }

    private ulong HashOf(int index) => _digits[index] != IsText
        ? IndexHash.Of(_values.Values[index], _digits[index])
        : IndexHash.Of(ExactNumber.Parse(_texts[(int)_values.Values[index]]));

    private bool IsShortest(int index, out double value)
    {
        if (_digits[index] != IsText && NumberValue.IsShortest(_values.Values[index], _digits[index]))
        {
            value = DoubleOf(_values.Values[index], _digits[index]);
            return true;
        }

        return IsTextShortest(index, out value);
    }

    private bool IsTextShortest(int index, out double value)
    {
        Span<byte> scratch = stackalloc byte[StoredNumber.MaxFormattedLength];
        var text = TextOf(index, scratch);
        value = _digits[index] == IsText
            ? double.Parse(text, System.Globalization.CultureInfo.InvariantCulture)
            : DoubleOf(_values.Values[index], _digits[index]);
        return NumberValue.IsShortest(value, text);
    }

    private static double DoubleOf(long mantissa, int fractionDigits)
    {
        var magnitude = DecimalToDouble.Convert((ulong)Math.Abs(mantissa), -fractionDigits);
        return mantissa < 0 ? -magnitude : magnitude;
    }

    private ReadOnlySpan<byte> TextOf(int index, Span<byte> scratch)
    {
        if (_digits[index] == IsText)
        {
            return _texts[(int)_values.Values[index]];
        }

        StoredNumber.OfDecimal(_values.Values[index], _digits[index]).TryFormat(scratch, out var length);
        return scratch[..length];
    }
}
