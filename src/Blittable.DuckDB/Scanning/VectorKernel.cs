using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Unicode;
using Blittable.Collections;
using Blittable.Columns;
using Blittable.DuckDB.Tables;
using DuckDB.NET.Native;

namespace Blittable.DuckDB.Scanning;

/// <summary>Writes values to a DuckDB vector. A vector has a capacity of 2,048 rows, which callers must not exceed.</summary>
internal static unsafe class VectorKernel
{
    /// <summary>The maximum length of an inlined string, and the size of a <c>duckdb_string_t</c>: a 4-byte length followed by the inlined bytes.</summary>
    private const int InlineBytes = 12, StringBytes = 16;

    /// <summary>The maximum number of distinct strings at which rows are copied from a precomputed table of entries.</summary>
    private const int MostTableEntries = 64;

    private const int SecondsOfDay = 86_400;
    private const long MicrosecondsOfDay = SecondsOfDay * 1_000_000L;

    /// <summary>Writes a range of rows of a column.</summary>
    /// <param name="vector">The vector, whose type matches the column.</param>
    /// <param name="column">The column of the table.</param>
    /// <param name="values">The values of a batch.</param>
    /// <param name="times">The dates of the batch in microseconds since 1970-01-01 if every row has a date; otherwise, empty.</param>
    /// <param name="first">The first row of the batch to write.</param>
    /// <param name="count">The number of rows.</param>
    /// <exception cref="BlittableException">The type of the column cannot represent a value.</exception>
    public static void Write(nint vector, TableColumn column, ScanColumn values, ReadOnlySpan<long> times, int first, int count)
    {
        var data = NativeMethods.Vectors.DuckDBVectorGetData(vector);
        switch (column.Kind)
        {
            case TableColumnType.Integer or TableColumnType.Decimal when values.TryGetMantissas(out var mantissas, out var scale) && scale <= column.Scale:
                WriteMantissas(mantissas.Slice(first, count), (long)DecimalDigits.PowerOfTen(column.Scale - scale), new Span<long>(data, count));
                break;
            case TableColumnType.Double when values.TryGetDoubles(out var doubles):
                doubles.Slice(first, count).CopyTo(new Span<double>(data, count));
                break;
            case TableColumnType.Text when values.TryGetStrings(out var strings):
                WriteStrings(vector, (byte*)data, strings!, first, count);
                break;
            case TableColumnType.Day or TableColumnType.LocalTime or TableColumnType.Instant when times.Length > 0:
                WriteTimes(times.Slice(first, count), column.Kind, data);
                break;
            default:
                WriteEach(vector, data, column, values, first, count);
                break;
        }
    }

    private static void WriteTimes(ReadOnlySpan<long> times, TableColumnType kind, void* data)
    {
        if (kind != TableColumnType.Day)
        {
            times.CopyTo(new Span<long>(data, times.Length));
            return;
        }

        var days = (int*)data;
        for (var row = 0; row < times.Length; row++)
        {
            days[row] = (int)(times[row] / MicrosecondsOfDay);
        }
    }

    private static void WriteMantissas(ReadOnlySpan<long> mantissas, long factor, Span<long> target)
    {
        if (factor == 1)
        {
            mantissas.CopyTo(target);
            return;
        }

        for (var row = 0; row < mantissas.Length; row++)
        {
            target[row] = mantissas[row] * factor;
        }
    }

    private static void WriteStrings(nint vector, byte* data, StringBatch strings, int first, int count)
    {
        var codes = strings.Codes.Slice(first, count);
        Span<UInt128> table = stackalloc UInt128[MostTableEntries];
        if (strings.EntryCount <= MostTableEntries && TryFill(strings, table))
        {
            var target = new Span<UInt128>(data, count);
            for (var row = 0; row < count; row++)
            {
                target[row] = table[codes[row]];
            }

            return;
        }

        for (var row = 0; row < count; row++)
        {
            WriteString(vector, data, row, strings.Entry(codes[row]));
        }
    }

    /// <summary>Creates the 16-byte representation of each string. Returns false if a string is too long to be inlined, or is not UTF-8.</summary>
    private static bool TryFill(StringBatch strings, Span<UInt128> table)
    {
        var bytes = MemoryMarshal.AsBytes(table);
        bytes.Clear();
        for (var code = 0; code < strings.EntryCount; code++)
        {
            var text = strings.Entry(code);
            if (text.Length > InlineBytes || !Utf8.IsValid(text))
            {
                return false;
            }

            MemoryMarshal.Write(bytes[(code * StringBytes)..], text.Length);
            text.CopyTo(bytes[((code * StringBytes) + sizeof(int))..]);
        }

        return true;
    }

    /// <summary>Writes a string.</summary>
    /// <param name="vector">The vector.</param>
    /// <param name="data">The data of the vector.</param>
    /// <param name="row">The row.</param>
    /// <param name="text">The string in UTF-8. Invalid bytes, which only damaged collections have, become U+FFFD, because DuckDB requires UTF-8.</param>
    public static void WriteString(nint vector, byte* data, int row, ReadOnlySpan<byte> text)
    {
        if (!Utf8.IsValid(text))
        {
            text = Encoding.UTF8.GetBytes(Encoding.UTF8.GetString(text));
        }

        if (text.Length <= InlineBytes)
        {
            var target = data + ((long)row * StringBytes);
            Unsafe.InitBlockUnaligned(target, 0, StringBytes);
            *(int*)target = text.Length;
            text.CopyTo(new Span<byte>(target + sizeof(int), InlineBytes));
            return;
        }

        fixed (byte* bytes = text)
        {
            NativeMethods.Vectors.DuckDBVectorAssignStringElementLength(vector, (ulong)row, bytes, text.Length);
        }
    }

    private static void WriteEach(nint vector, void* data, TableColumn column, ScanColumn values, int first, int count)
    {
        ulong* validity = null;
        for (var row = 0; row < count; row++)
        {
            var value = values[first + row];
            if (value.Kind != QueryValueKind.Null)
            {
                WriteValue(vector, data, row, column, value);
                continue;
            }

            if (validity is null)
            {
                NativeMethods.Vectors.DuckDBVectorEnsureValidityWritable(vector);
                validity = NativeMethods.Vectors.DuckDBVectorGetValidity(vector);
            }

            validity[row >> 6] &= ~(1UL << (row & 63));
        }
    }

    private static void WriteValue(nint vector, void* data, int row, TableColumn column, QueryValue value)
    {
        switch (column.Kind)
        {
            case TableColumnType.Boolean:
                ((bool*)data)[row] = value.GetBoolean();
                break;
            case TableColumnType.Integer:
                ((long*)data)[row] = value.GetInt64();
                break;
            case TableColumnType.Decimal:
                ((long*)data)[row] = (long)Mantissa(value, column.Scale);
                break;
            case TableColumnType.WideDecimal:
                ((Int128*)data)[row] = Mantissa(value, column.Scale);
                break;
            case TableColumnType.Double:
                ((double*)data)[row] = value.GetDouble();
                break;
            case TableColumnType.Day:
                ((int*)data)[row] = (int)(value.GetTimestamp().UnixSeconds / SecondsOfDay);
                break;
            case TableColumnType.LocalTime or TableColumnType.Instant:
                var time = value.GetTimestamp();
                ((long*)data)[row] = (time.UnixSeconds * 1_000_000) + (time.Nanoseconds / 1000);
                break;
            case TableColumnType.Text:
                WriteString(vector, (byte*)data, row, Encoding.UTF8.GetBytes(value.Kind == QueryValueKind.String ? value.GetString() : value.ToJson()[1..^1]));
                break;
            default:
                WriteString(vector, (byte*)data, row, Encoding.UTF8.GetBytes(value.ToJson()));
                break;
        }
    }

    private static Int128 Mantissa(QueryValue value, int scale) => DecimalDigits.TryRead(value.ToJson(), out var mantissa, out var own) && own <= scale
        ? mantissa * DecimalDigits.PowerOfTen(scale - own)
        : throw new BlittableException(
            BlittableErrorCode.NumberOutOfRange, $"The number {value.ToJson()} does not fit DECIMAL with {scale} fraction digits. The collection has changed.");
}
