using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Layout;

namespace Blittable.Writing;

/// <summary>Writes number arrays: collects the numbers or rows of numbers from JSON or from written values, finds the narrowest columns, and writes
/// them.</summary>
/// <remarks>See <see cref="NumberArrayLayout"/> for the layout. Numbers are stored column by column while they are analyzed.</remarks>
internal sealed unsafe partial class NumberArrayWriter
{
    /// <summary>Scales that mark IEEE 754 numbers.</summary>
    private const byte SingleScale = 0xF0, DoubleScale = 0xF1;

    /// <summary>The initial capacity in rows if the number of rows is unknown.</summary>
    private const int FirstRows = 64;

    /// <summary>The maximum number of values collected if the number of rows is unknown.</summary>
    private const int MaxNumbers = 1 << 28;

    /// <summary>The numbers, column by column, in a pinned array.</summary>
    private long[] _values = [];

    /// <summary>The number of fraction digits of each, in a pinned array.</summary>
    private byte[] _scales = [];

    private long* _firstValue;
    private byte* _firstScale;

    /// <summary>The multiples of the column being split, and the remainders of all values.</summary>
    private long[] _highs = [], _lows = [];

    private readonly NumberColumn[] _columns = new NumberColumn[NumberArrayLayout.MaxColumns];
    private int _rows;

    /// <summary>The number of values from the first of a column to the first of the next.</summary>
    private int _stride;
    private int _columnCount;

    /// <summary>A bit for each column whose scale and form are known before it is planned.</summary>
    private int _known;

    /// <summary>The estimated size of the numbers of each known column with tags, in bytes.</summary>
    private readonly long[] _estimates = new long[NumberArrayLayout.MaxColumns];

    /// <summary>The values of a column that are not contiguous in their source.</summary>
    private long[] _gathered = [];

    private bool _isMatrix;
    private byte _head;
    private int _rowBits;

    /// <summary>Gets the nesting depth of the collected numbers: 1 for an array, 2 for an array of rows.</summary>
    public int Levels => _isMatrix ? 2 : 1;

    /// <summary>Gets the minimum size in bytes of the equivalent plain arrays, without the numbers.</summary>
    public long LeastArrays
    {
        get
        {
            const int header = 2, strided = 4;
            var row = header + (_columnCount < ValueWriter.MinStrided ? _columnCount : strided - header);
            return header + Math.Min(_rows, strided - header) + (_isMatrix ? (long)_rows * row : 0);
        }
    }

    /// <summary>Reads an array of numbers, which must exactly fill the space between two addresses.</summary>
    /// <returns>False if the space contains anything else.</returns>
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

    /// <summary>Reads an array of rows between two addresses: the numbers of a row, its array, the numbers of the next row, and so on.</summary>
    /// <returns>False if the space contains anything else.</returns>
    public bool TryReadMatrix(byte* start, byte* end, uint* children, int count, int columns)
    {
        if (count > NumberArrayLayout.MaxRows)
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

    /// <summary>Prepares to collect an unknown number of values from JSON, row by row.</summary>
    /// <param name="columns">The number of values in a row; 1 if the array is not a matrix.</param>
    /// <param name="isMatrix">True if each row is an array.</param>
    public void Begin(int columns, bool isMatrix)
    {
        Begin(FirstRows, columns, isMatrix);
        _stride = _values.Length / columns;
    }

    /// <summary>Prepares to collect a known number of rows, column by column. Returns false if there are too many values.</summary>
    public bool TryBegin(int rows, int columns, bool isMatrix)
    {
        if ((long)rows * columns > MaxNumbers)
        {
            return false;
        }

        Begin(rows, columns, isMatrix);
        return true;
    }

    /// <summary>Returns the space for the mantissas of a column.</summary>
    public Span<long> Column(int column) => _values.AsSpan(column * _stride, _rows);

    /// <summary>Returns space for the values of a column, which are then converted to its mantissas.</summary>
    public Span<T> Gather<T>()
        where T : unmanaged
    {
        if (_gathered.Length < _rows)
        {
            _gathered = GC.AllocateUninitializedArray<long>((int)BitOperations.RoundUpToPowerOf2((uint)_rows));
        }

        return MemoryMarshal.Cast<long, T>(_gathered.AsSpan())[.._rows];
    }

    /// <summary>Adds a row, growing the buffers if necessary. Returns false if there are too many values.</summary>
    /// <param name="rows">The number of existing rows.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryAddRow(int rows)
    {
        _rows = rows + 1;
        return rows < _stride || TryGrow(rows);
    }

    /// <summary>Sets a number as a mantissa and a number of fraction digits.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Set(int row, int column, long mantissa, int fraction)
    {
        var place = (nint)column * _stride + row;
        Debug.Assert((ulong)place < (ulong)_values.Length && row < _stride, "TryAddRow must have reserved space for the row.");
        _firstValue[place] = mantissa;
        _firstScale[place] = (byte)fraction;
    }

    /// <summary>Sets a number to a 64-bit floating-point number.</summary>
    public void SetDouble(int row, int column, double value) => Set(row, column, BitConverter.DoubleToInt64Bits(value), DoubleScale);

    /// <summary>Determines by the tags whether all children of an array are numbers that a number array can hold.</summary>
    public static bool AreNumbers(byte* document, uint* children, int count)
    {
        var i = 0;
        while (i < count && IsNumber(document[children[i] - (uint)document]))
        {
            i++;
        }

        return i == count;
    }

    /// <summary>Determines whether a number array can hold a number with this tag.</summary>
    public static bool IsNumber(byte tag) =>
        tag <= Tag.SmallIntegerLast || tag is >= Tag.Integer and <= Tag.Float64 or >= Tag.ShortDecimal and <= Tag.NarrowFloat64;

    /// <summary>Returns the minimum size in bytes of an integer or a decimal with a tag.</summary>
    public static int PlainLength(long mantissa) => 1 + (65 - BitOperations.LeadingZeroCount((ulong)(mantissa ^ mantissa >> 63)) >> 3);

    /// <summary>Plans the number array of the collected numbers.</summary>
    /// <returns>The size of the number array in bytes; 0 if the numbers cannot form one.</returns>
    public long Plan()
    {
        var baseSize = 0;
        _head = _isMatrix ? NumberArrayLayout.IsMatrixFlag : (byte)0;
        _rowBits = 0;
        for (var i = 0; i < _columnCount; i++)
        {
            ref var column = ref _columns[i];
            if ((_known & 1 << i) != 0)
            {
                PlanKnown(Column(i), ref column);
            }
            else if (!TryPlan(i * _stride, ref column))
            {
                return 0;
            }

            column.FirstBit = _rowBits;
            _rowBits += column.Width + column.LowWidth;
            _head |= column.Exponent != 0 ? NumberArrayLayout.IsSplit : (byte)0;
            _head |= column.Step != 0 ? NumberArrayLayout.HasSteps : (byte)0;
            baseSize = Math.Max(baseSize, Math.Max(SizeIndex(column.Base), SizeIndex(column.Step)));
        }

        _head |= (byte)baseSize;
        return 2 + Varint.Length((uint)_rows) + (_isMatrix ? 1 + Varint.Length((uint)_rowBits) : 0)
            + (long)_columnCount * NumberArrayLayout.ColumnSize(_head) + (((long)_rows * _rowBits) + 7 >> 3);
    }

    /// <summary>Returns the index of the smallest of the sizes 1, 2, 4 and 8 that holds a signed integer.</summary>
    public static int SizeIndex(long value) =>
        value == (sbyte)value ? 0 : value == (short)value ? 1 : value == (int)value ? 2 : 3;

    /// <summary>Reads a number. Returns null if no number that a number array can hold starts here.</summary>
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
            // Most numbers with many digits have this form.
            *value = DecimalTag.FromZigzag(Load(at + 2, sizeof(ulong)));
            *scale = at[1];
            return at[1] <= NumberArrayLayout.ScaleMask ? at + 2 + sizeof(ulong) : null;
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
                *scale = (byte)DecimalTag.ReadShortHead(tag, out size);
                *value = DecimalTag.FromZigzag(Load(at + 1, size));
                return at + 1 + size;
            case >= Tag.Decimal and <= Tag.DecimalLast:
                size = Tag.DecimalSizes[tag - Tag.Decimal];
                *value = DecimalTag.FromZigzag(Load(at + 2, size));
                *scale = at[1];
                return at[1] <= NumberArrayLayout.ScaleMask ? at + 2 + size : null;
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

    /// <summary>Loads a little-endian value, assuming a little-endian process. May read up to eight bytes from the start of the value.</summary>
    private static ulong Load(byte* at, int size) => *(ulong*)at & (ulong.MaxValue >> (64 - 8 * size));

    /// <summary>Skips the array after the numbers of a row. Returns null if an array with that number of elements does not follow.</summary>
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
        _stride = rows;
        _columnCount = columns;
        _known = 0;
        _isMatrix = isMatrix;
        if (_values.Length < rows * columns)
        {
            Allocate(rows * columns);
        }
    }

    private bool TryGrow(int rows)
    {
        var (values, scales, stride) = (_values, _scales, _stride);
        if (values.Length >= MaxNumbers)
        {
            return false;
        }

        _stride = 2 * stride;
        Allocate(_stride * _columnCount);
        for (var i = 0; i < _columnCount; i++)
        {
            values.AsSpan(i * stride, rows).CopyTo(_values.AsSpan(i * _stride));
            scales.AsSpan(i * stride, rows).CopyTo(_scales.AsSpan(i * _stride));
        }

        return true;
    }

    private void Allocate(int count)
    {
        var capacity = (int)BitOperations.RoundUpToPowerOf2((uint)count);
        _values = GC.AllocateUninitializedArray<long>(capacity, pinned: true);
        _scales = GC.AllocateUninitializedArray<byte>(capacity, pinned: true);
        _firstValue = (long*)Marshal.UnsafeAddrOfPinnedArrayElement(_values, 0);
        _firstScale = (byte*)Marshal.UnsafeAddrOfPinnedArrayElement(_scales, 0);
    }
}
