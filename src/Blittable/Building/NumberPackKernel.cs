using System.Numerics;
using System.Runtime.CompilerServices;
using Blittable.Format;

namespace Blittable.Building;

/// <summary>Turns an array of written numbers, or of rows of them, into packed numbers: reads them back, looks for the narrowest columns, writes these.</summary>
/// <remarks>The layout is that of <see cref="PackedNumbers"/>. Numbers are kept column by column while they are looked at.</remarks>
internal sealed unsafe partial class NumberPackKernel
{
    /// <summary>What stands for a scale in numbers of IEEE 754.</summary>
    private const byte SingleScale = 0xF0, DoubleScale = 0xF1;

    private const int WordBits = 8 * sizeof(ulong);

    private long[] _values = [];
    private byte[] _scales = [];
    private readonly PackedColumn[] _columns = new PackedColumn[PackedNumbers.MaxColumns];
    private int _rows;
    private int _columnCount;
    private bool _isMatrix;
    private byte _head;
    private int _rowBits;

    /// <summary>Reads an array of numbers that lies between two addresses and in nothing else.</summary>
    /// <returns>False where that is not all there is.</returns>
    public bool TryReadArray(byte* start, byte* end, uint* children, int count)
    {
        Begin(count, 1, isMatrix: false);
        fixed (long* values = _values)
        fixed (byte* scales = _scales)
        {
            for (var i = 0; i < count; i++)
            {
                if (children[i] != (uint)start || (start = ReadNumber(start, end, values + i, scales + i)) == null)
                {
                    return false;
                }
            }
        }

        return start == end;
    }

    /// <summary>Reads an array of rows that lies between two addresses: the numbers of a row, then its array, then those of the next.</summary>
    /// <returns>False where that is not all there is.</returns>
    public bool TryReadMatrix(byte* start, byte* end, uint* children, int count, int columns)
    {
        if (count > PackedNumbers.MaxRows)
        {
            return false;
        }

        Begin(count, columns, isMatrix: true);
        fixed (long* values = _values)
        fixed (byte* scales = _scales)
        {
            for (var row = 0; row < count; row++)
            {
                for (var place = row; place < count * columns; place += count)
                {
                    if ((start = ReadNumber(start, end, values + place, scales + place)) == null)
                    {
                        return false;
                    }
                }

                if (children[row] != (uint)start || (start = SkipRow(start, columns)) == null)
                {
                    return false;
                }
            }
        }

        return start == end;
    }

    /// <summary>Whether an array is one of numbers, by the tags of its children.</summary>
    public static bool AreNumbers(byte* document, uint* children, int count)
    {
        var i = 0;
        while (i < count && IsNumber(document[children[i] - (uint)document]))
        {
            i++;
        }

        return i == count;
    }

    /// <summary>Whether a number with this tag can be packed.</summary>
    public static bool IsNumber(byte tag) =>
        tag <= Tag.SmallIntegerLast || tag is >= Tag.Integer and <= Tag.Float64 or >= Tag.ShortDecimal and <= Tag.NarrowFloat64;

    /// <summary>Chooses how to pack what was read.</summary>
    /// <returns>The bytes that it takes; 0 where the numbers cannot be packed.</returns>
    public long Plan()
    {
        var baseSize = 0;
        _head = _isMatrix ? PackedNumbers.IsMatrixFlag : (byte)0;
        _rowBits = 0;
        for (var i = 0; i < _columnCount; i++)
        {
            ref var column = ref _columns[i];
            if (!TryPlan(i * _rows, ref column))
            {
                return 0;
            }

            column.FirstBit = _rowBits;
            _rowBits += column.Width + column.LowWidth;
            _head |= column.Exponent != 0 ? PackedNumbers.IsSplit : (byte)0;
            _head |= column.Step != 0 ? PackedNumbers.HasSteps : (byte)0;
            baseSize = Math.Max(baseSize, Math.Max(SizeIndex(column.Base), SizeIndex(column.Step)));
        }

        _head |= (byte)baseSize;
        return 2 + Varint.Length((uint)_rows) + (_isMatrix ? 1 + Varint.Length((uint)_rowBits) : 0)
            + (long)_columnCount * PackedNumbers.ColumnSize(_head) + (((long)_rows * _rowBits) + 7 >> 3);
    }

    /// <summary>Writes what was planned, and up to eight bytes behind it.</summary>
    /// <returns>Where it ends.</returns>
    public byte* Write(byte* to)
    {
        *to++ = Tag.PackedNumbers;
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

        return (_head & PackedNumbers.IsSplit) != 0 ? WriteSplitRows(to) : WriteRows(to);
    }

    private static int SizeIndex(long value) =>
        value == (sbyte)value ? 0 : value == (short)value ? 1 : value == (int)value ? 2 : 3;

    /// <summary>Reads a number; null where there is none that can be packed.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static byte* ReadNumber(byte* at, byte* end, long* value, byte* scale)
    {
        if (at >= end)
        {
            return null;
        }

        var tag = *at;
        if (tag is Tag.Decimal + 2)
        {
            // What most numbers of many digits are.
            *value = DecimalTag.FromZigzag(Load(at + 2, sizeof(ulong)));
            *scale = at[1];
            return at[1] <= PackedNumbers.ScaleMask ? at + 2 + sizeof(ulong) : null;
        }

        return ReadOther(at, tag, value, scale);
    }

    private static byte* ReadOther(byte* at, byte tag, long* value, byte* scale)
    {
        *scale = 0;
        switch (tag)
        {
            case <= Tag.SmallIntegerLast:
                *value = tag;
                return at + 1;
            case >= Tag.Integer and <= Tag.NegativeIntegerLast:
                var isNegative = tag > Tag.IntegerLast;
                int size = Tag.IntegerSizes[tag - (isNegative ? Tag.NegativeInteger : Tag.Integer)];
                var magnitude = Load(at + 1, size);
                *value = isNegative ? -(long)magnitude : (long)magnitude;
                return magnitude <= long.MaxValue ? at + 1 + size : null;
            case >= Tag.ShortDecimal and <= Tag.ShortDecimalLast:
                var form = tag - Tag.ShortDecimal;
                size = (form & (DecimalTag.ShortSizes - 1)) + 1;
                *value = DecimalTag.FromZigzag(Load(at + 1, size));
                *scale = (byte)((form >> 2) + 1);
                return at + 1 + size;
            case >= Tag.Decimal and <= Tag.DecimalLast:
                size = Tag.DecimalSizes[tag - Tag.Decimal];
                *value = DecimalTag.FromZigzag(Load(at + 2, size));
                *scale = at[1];
                return at[1] <= PackedNumbers.ScaleMask ? at + 2 + size : null;
            case Tag.Float32:
                *value = (long)Load(at + 1, sizeof(float));
                *scale = SingleScale;
                return at + 1 + sizeof(float);
            case Tag.Float64:
                *value = (long)Load(at + 1, sizeof(double));
                *scale = DoubleScale;
                return at + 1 + sizeof(double);
            case Tag.NarrowFloat64:
                *value = (long)NarrowDouble.Widen((uint)Load(at + 1, sizeof(float)));
                *scale = DoubleScale;
                return at + 1 + sizeof(float);
            default:
                return null;
        }
    }

    /// <summary>Little-endian, as this process; up to eight bytes behind the value are read.</summary>
    private static ulong Load(byte* at, int size) => *(ulong*)at & (ulong.MaxValue >> (64 - 8 * size));

    /// <summary>Passes the array behind a row's numbers; null where there is none of so many elements.</summary>
    private static byte* SkipRow(byte* at, int columns)
    {
        var tag = *at;
        if (at[1] != columns)
        {
            return null;
        }

        if (tag is >= Tag.Array and <= Tag.ArrayLast)
        {
            return at + 2 + (columns << (tag - Tag.Array));
        }

        if (tag != Tag.StridedArray)
        {
            return null;
        }

        var offset = 2;
        var fields = new ReadOnlySpan<byte>(at, 2 + 2 * Varint.MaxLength);
        Varint.TryRead(fields, ref offset, out _);
        Varint.TryRead(fields, ref offset, out _);
        return at + offset;
    }

    private void Begin(int rows, int columns, bool isMatrix)
    {
        _rows = rows;
        _columnCount = columns;
        _isMatrix = isMatrix;
        var count = rows * columns;
        if (_values.Length < count)
        {
            var capacity = (int)BitOperations.RoundUpToPowerOf2((uint)count);
            _values = GC.AllocateUninitializedArray<long>(capacity);
            _scales = GC.AllocateUninitializedArray<byte>(capacity);
        }
    }

    private byte* WriteColumn(byte* to, in PackedColumn column)
    {
        *to++ = (byte)(column.Scale | (int)column.Form << PackedNumbers.FormShift);
        *to++ = (byte)column.Width;
        if (_isMatrix)
        {
            *(ushort*)to = (ushort)column.FirstBit;
            to += sizeof(ushort);
        }

        var baseSize = 1 << (_head & PackedNumbers.BaseSizeMask);
        *(long*)to = column.Base;
        to += baseSize;
        if ((_head & PackedNumbers.HasSteps) != 0)
        {
            *(long*)to = column.Step;
            to += baseSize;
        }

        if ((_head & PackedNumbers.IsSplit) != 0)
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
        var bits = new BitWriter(to);
        fixed (long* values = _values)
        {
            for (var row = 0; row < _rows; row++)
            {
                var value = values + row;
                for (var i = 0; i < _columnCount; i++, value += _rows)
                {
                    ref var column = ref _columns[i];
                    bits.Add((ulong)(*value - column.Base - row * column.Step), column.Width);
                }
            }
        }

        return bits.Finish();
    }

    private byte* WriteSplitRows(byte* to)
    {
        var bits = new BitWriter(to);
        fixed (long* values = _values)
        {
            for (var row = 0; row < _rows; row++)
            {
                var value = values + row;
                for (var i = 0; i < _columnCount; i++, value += _rows)
                {
                    ref var column = ref _columns[i];
                    var high = *value;
                    if (column.Exponent == 0)
                    {
                        bits.Add((ulong)(high - column.Base - row * column.Step), column.Width);
                        continue;
                    }

                    var low = Split(ref high, column.Exponent);
                    bits.Add((ulong)(high - column.Base - row * column.Step), column.Width);
                    if (column.LowWidth != 0)
                    {
                        bits.Add((ulong)(low - column.LowBase), column.LowWidth);
                    }
                }
            }
        }

        return bits.Finish();
    }

    /// <summary>Runs of bits, lowest first, a word at a time.</summary>
    private ref struct BitWriter(byte* to)
    {
        private byte* _to = to;
        private ulong _word;
        private int _used;

        /// <summary>Adds an integer that has no bits beyond its width, 1 to 64.</summary>
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        public void Add(ulong value, int width)
        {
            _word |= value << _used;
            _used += width;
            if (_used >= WordBits)
            {
                *(ulong*)_to = _word;
                _to += sizeof(ulong);
                _used -= WordBits;
                _word = _used == 0 ? 0 : value >> (width - _used);
            }
        }

        public readonly byte* Finish()
        {
            *(ulong*)_to = _word;
            return _to + (_used + 7 >> 3);
        }
    }
}
