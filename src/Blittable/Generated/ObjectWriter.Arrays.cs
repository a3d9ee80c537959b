using System.Collections.Immutable;
using System.Runtime.InteropServices;
using Blittable.Layout;
using Blittable.Writing;

namespace Blittable.Generated;

/// <content>Writes arrays, and arrays of numbers without a call for each number.</content>
public sealed unsafe partial class ObjectWriter
{
    /// <summary>Returns the elements of an array to write.</summary>
    /// <typeparam name="T">The type of an element.</typeparam>
    /// <exception cref="BlittableException">The array is not initialized.</exception>
    public ReadOnlySpan<T> Elements<T>(ImmutableArray<T> value) => value.IsDefault ? throw NotInitialized(typeof(ImmutableArray<T>)) : value.AsSpan();

    /// <inheritdoc cref="Elements{T}(ImmutableArray{T})"/>
    public ReadOnlySpan<T> Elements<T>(ArraySegment<T> value) => value.Array is null ? throw NotInitialized(typeof(ArraySegment<T>)) : value;

    private BlittableException NotInitialized(Type type) => new(
        BlittableErrorCode.WrongKind, $"{PathHere()}: the {TypeNames.Of(type)} is not initialized. Assign it a value, such as an empty one.");

    /// <summary>Writes numbers as an array.</summary>
    public void WriteArray(ReadOnlySpan<double> values) => WriteNumbers(values);

    /// <summary>Writes numbers as an array.</summary>
    public void WriteArray(ReadOnlySpan<float> values) => WriteNumbers(values);

    /// <summary>Writes numbers as an array.</summary>
    public void WriteArray(ReadOnlySpan<int> values) => WriteNumbers(values);

    /// <summary>Writes numbers as an array.</summary>
    public void WriteArray(ReadOnlySpan<long> values) => WriteNumbers(values);

    /// <summary>Writes an array of arrays of numbers, unless a loop must write it: if arrays are null, empty or of different lengths.</summary>
    /// <returns>False if nothing was written.</returns>
    public bool TryWriteRows(ReadOnlySpan<double[]?> rows) => TryWriteMatrix<double>(rows);

    /// <inheritdoc cref="TryWriteRows(ReadOnlySpan{double[]})"/>
    public bool TryWriteRows(ReadOnlySpan<float[]?> rows) => TryWriteMatrix<float>(rows);

    /// <inheritdoc cref="TryWriteRows(ReadOnlySpan{double[]})"/>
    public bool TryWriteRows(ReadOnlySpan<int[]?> rows) => TryWriteMatrix<int>(rows);

    /// <inheritdoc cref="TryWriteRows(ReadOnlySpan{double[]})"/>
    public bool TryWriteRows(ReadOnlySpan<long[]?> rows) => TryWriteMatrix<long>(rows);

    private bool TryWriteMatrix<T>(ReadOnlySpan<T[]?> rows)
        where T : unmanaged
    {
        // A single row gains nothing. A loop writes long rows as number arrays of their own.
        const int fewest = 2;
        var columns = rows.Length >= fewest ? rows[0]?.Length ?? 0 : 0;
        if (columns - 1u >= NumberArrayLayout.MaxColumns || (long)columns * rows.Length < ValueWriter.MinPacked || rows.Length > NumberArrayLayout.MaxRows)
        {
            return false;
        }

        foreach (var row in rows)
        {
            if (row is null || row.Length != columns)
            {
                return false;
            }
        }

        var isStoredAsIs = Options.Mode == BlittableMode.Memory || (IsLong<T>(rows[0]) && IsLong<T>(rows[^1]));
        return isStoredAsIs ? _writer.TryWriteNumberMatrix(rows, columns, ScalarText) : TryPackRows(rows, columns);
    }

    private void WriteNumbers<T>(ReadOnlySpan<T> values)
        where T : unmanaged
    {
        var isMemory = Options.Mode == BlittableMode.Memory;
        if (values.Length >= ValueWriter.MinPacked && (isMemory ? _writer.TryWriteNumberArray(values, ScalarText) : TryPack(values)))
        {
            return;
        }

        BeginArray();
        foreach (var value in values)
        {
            if (typeof(T) == typeof(double))
            {
                Write(KnownType.As<T, double>(value));
            }
            else if (typeof(T) == typeof(float))
            {
                Write(KnownType.As<T, float>(value));
            }
            else
            {
                Write(typeof(T) == typeof(int) ? KnownType.As<T, int>(value) : KnownType.As<T, long>(value));
            }
        }

        EndArray();
    }

    /// <summary>Writes numbers in disk mode as a number array, if that is shorter than an array of numbers with tags.</summary>
    /// <returns>False if nothing was written. The array may be a row of a matrix, or deeper than allowed.</returns>
    private bool TryPack<T>(ReadOnlySpan<T> values)
        where T : unmanaged
    {
        if (_writer.Scope == Scope.Array && values.Length <= NumberArrayLayout.MaxColumns)
        {
            return false;
        }

        if (IsLong(values))
        {
            return _writer.TryWriteNumberArray(values, ScalarText);
        }

        var packer = _writer.Packer;
        return packer.TryBegin(values.Length, columns: 1, isMatrix: false) && TryPackCollected(Collect(packer, 0, values), values.Length + 1L);
    }

    /// <summary>Writes rows in disk mode as a matrix, if that is shorter than arrays of numbers with tags.</summary>
    private bool TryPackRows<T>(ReadOnlySpan<T[]?> rows, int columns)
        where T : unmanaged
    {
        var packer = _writer.Packer;
        if (!packer.TryBegin(rows.Length, columns, isMatrix: true))
        {
            return false;
        }

        long plain = 0;
        var gathered = packer.Gather<T>();
        for (var column = 0; column < columns; column++)
        {
            for (var row = 0; row < gathered.Length; row++)
            {
                gathered[row] = rows[row]![column];
            }

            plain += Collect<T>(packer, column, gathered);
        }

        return TryPackCollected(plain, (columns + 1L) * rows.Length + 1);
    }

    /// <summary>Determines by a sample whether numbers are most likely as short as possible in the form that .NET gives them.</summary>
    private static bool IsLong<T>(ReadOnlySpan<T> values)
        where T : unmanaged
    {
        const int sample = ShortDoubleKernel.Sample;
        if (typeof(T) != typeof(double))
        {
            return typeof(T) == typeof(float);
        }

        Span<double> numbers = stackalloc double[sample];
        var count = Math.Min(sample, values.Length);
        for (var i = 0; i < count; i++)
        {
            numbers[i] = KnownType.As<T, double>(values[(int)((long)i * values.Length / count)]);
        }

        if (count == sample && ShortDoubleKernel.AreLong(numbers))
        {
            return true;
        }

        foreach (var number in numbers[..count])
        {
            if (NarrowDouble.TryNarrow(number, out _) || TryShorten(number, out _, out _))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Adds the numbers of a column to a number array.</summary>
    /// <returns>The minimum size in bytes of the numbers with tags, which the packer may underestimate.</returns>
    private static long Collect<T>(NumberArrayWriter packer, int column, ReadOnlySpan<T> values)
        where T : unmanaged
    {
        if (typeof(T) == typeof(double))
        {
            var numbers = MemoryMarshal.Cast<T, double>(values);
            return TryCollectDecimals(packer, column, numbers, out var estimate) ? estimate : CollectMixed(packer, column, numbers);
        }

        var plain = 0L;
        var target = packer.Column(column);
        for (var row = 0; row < values.Length; row++)
        {
            var integer = typeof(T) == typeof(int) ? KnownType.As<T, int>(values[row]) : KnownType.As<T, long>(values[row]);
            target[row] = integer;
            plain += NumberArrayWriter.PlainLength(integer);
        }

        packer.SetForm(column, 0, NumberColumnForm.AllDigits, plain);
        return plain;
    }

    /// <summary>Adds doubles as decimals with a common number of fraction digits. Returns false if that is not possible.</summary>
    private static bool TryCollectDecimals(NumberArrayWriter packer, int column, ReadOnlySpan<double> values, out long estimate)
    {
        estimate = 0;
        var target = packer.Column(column);
        for (int digits = -1, at = 0; at < values.Length;)
        {
            // The first number that does not have this many digits has more, or is no decimal.
            if (!TryShorten(values[at], out _, out var own) || own <= digits)
            {
                return false;
            }

            digits = own;
            at = ShortDoubleKernel.Convert(values, digits, target, out var zeros, out var least);
            if (at == values.Length)
            {
                estimate = zeros + ((long)(values.Length - zeros) * NumberArrayWriter.PlainLength(least));
                packer.SetForm(column, digits, zeros == 0 || digits == 0 ? NumberColumnForm.AllDigits : NumberColumnForm.Trimmed, estimate);
            }
        }

        return true;
    }

    /// <summary>Adds doubles of which some may be decimals. A column of decimals and doubles has no common form.</summary>
    private static long CollectMixed(NumberArrayWriter packer, int column, ReadOnlySpan<double> values)
    {
        var (plain, decimals) = (0L, 0);
        for (var row = 0; row < values.Length; row++)
        {
            if (TryShorten(values[row], out var mantissa, out var digits))
            {
                decimals++;
                packer.Set(row, column, mantissa, digits);
                plain += NumberArrayWriter.PlainLength(mantissa);
            }
            else
            {
                packer.SetDouble(row, column, values[row]);
                plain += 1 + sizeof(double);
            }
        }

        for (var row = 0; row < values.Length && decimals > 0 && decimals < values.Length; row++)
        {
            packer.SetDouble(row, column, values[row]);
        }

        return plain;
    }

    private bool TryPackCollected(long plain, long texts)
    {
        _writer.Room();
        if (!_writer.TryPack(plain))
        {
            return false;
        }

        _writer.CountText(texts * ScalarText);
        return true;
    }
}
