using System.Collections.Immutable;
using System.Runtime.CompilerServices;
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

    private BlittableException NotInitialized(Type type)
    {
        const int segments = 12;
        return new BlittableException(
            BlittableErrorCode.WrongKind, $"{_writer.Path(segments, Paths.ValuePath.AppendShortName)}: the {TypeNames.Of(type)} is not initialized. Assign it a value, such as an empty one.");
    }

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
        packer.Begin(columns: 1, isMatrix: false);
        long plain = 0;
        var decimals = 0;
        for (var row = 0; row < values.Length; row++)
        {
            if (!packer.TryAddRow(row))
            {
                return false;
            }

            plain += Collect(packer, row, 0, values[row], ref decimals);
        }

        // A column of decimals and doubles has no common form.
        for (var row = 0; row < values.Length && decimals > 0 && decimals < values.Length; row++)
        {
            packer.SetDouble(row, 0, KnownType.As<T, double>(values[row]));
        }

        return TryPackCollected(plain, values.Length + 1L);
    }

    /// <summary>Writes rows in disk mode as a matrix, if that is shorter than arrays of numbers with tags.</summary>
    private bool TryPackRows<T>(ReadOnlySpan<T[]?> rows, int columns)
        where T : unmanaged
    {
        var packer = _writer.Packer;
        packer.Begin(columns, isMatrix: true);
        Span<int> decimals = stackalloc int[columns];
        decimals.Clear();
        long plain = 0;
        for (var row = 0; row < rows.Length; row++)
        {
            if (!packer.TryAddRow(row))
            {
                return false;
            }

            for (var column = 0; column < columns; column++)
            {
                plain += Collect(packer, row, column, rows[row]![column], ref decimals[column]);
            }
        }

        for (var column = 0; column < columns; column++)
        {
            for (var row = 0; row < rows.Length && decimals[column] > 0 && decimals[column] < rows.Length; row++)
            {
                packer.SetDouble(row, column, KnownType.As<T, double>(rows[row]![column]));
            }
        }

        return TryPackCollected(plain, (columns + 1L) * rows.Length + 1);
    }

    /// <summary>Determines by a sample whether numbers are most likely as short as possible in the form that .NET gives them.</summary>
    private static bool IsLong<T>(ReadOnlySpan<T> values)
        where T : unmanaged
    {
        const int sample = 8;
        if (typeof(T) != typeof(double))
        {
            return typeof(T) == typeof(float);
        }

        var count = Math.Min(sample, values.Length);
        for (var i = 0; i < count; i++)
        {
            var number = KnownType.As<T, double>(values[(int)((long)i * values.Length / count)]);
            if (NarrowDouble.TryNarrow(number, out _) || TryShorten(number, out _, out _))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Adds a number to a number array.</summary>
    /// <param name="packer">The writer that collects the numbers.</param>
    /// <param name="row">The row of the number.</param>
    /// <param name="column">The column of the number.</param>
    /// <param name="value">The number.</param>
    /// <param name="decimals">The number of doubles that were converted to decimals.</param>
    /// <returns>The minimum size in bytes of the number with a tag.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Collect<T>(NumberArrayWriter packer, int row, int column, T value, ref int decimals)
        where T : unmanaged
    {
        if (typeof(T) != typeof(double))
        {
            var integer = typeof(T) == typeof(int) ? KnownType.As<T, int>(value) : KnownType.As<T, long>(value);
            packer.Set(row, column, integer, 0);
            return NumberArrayWriter.PlainLength(integer);
        }

        var number = KnownType.As<T, double>(value);
        if (TryShorten(number, out var mantissa, out var digits))
        {
            decimals++;
            packer.Set(row, column, mantissa, digits);
            return NumberArrayWriter.PlainLength(mantissa);
        }

        packer.SetDouble(row, column, number);
        return 1 + sizeof(double);
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
