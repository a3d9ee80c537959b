using System.Diagnostics;
using DuckDB.NET.Native;
using Native = DuckDB.NET.Native.NativeMethods.Vectors;

namespace Blittable.DuckDB.Scanning;

/// <summary>Writes nulls, values of a fixed width and lists to DuckDB vectors. Callers must not exceed the capacity of a vector.</summary>
internal static unsafe class NestedKernel
{
    private const int WordBits = 64;

    /// <summary>Writes which values of a range are valid.</summary>
    /// <param name="vector">The vector.</param>
    /// <param name="validity">A bit for each value, 1 if it is valid.</param>
    /// <param name="first">The first value of the range.</param>
    /// <param name="count">The number of values.</param>
    public static void WriteValidity(nint vector, ReadOnlySpan<ulong> validity, int first, int count)
    {
        Native.DuckDBVectorEnsureValidityWritable(vector);
        var words = new Span<ulong>(Native.DuckDBVectorGetValidity(vector), (count + WordBits - 1) / WordBits);
        var (word, shift) = (first / WordBits, first % WordBits);
        for (var i = 0; i < words.Length; i++, word++)
        {
            // Bits beyond the last value are never read.
            var high = shift == 0 || word + 1 == validity.Length ? 0 : validity[word + 1] << (WordBits - shift);
            words[i] = (validity[word] >> shift) | high;
        }
    }

    /// <summary>Returns the width of a value.</summary>
    public static int SizeOf<T>()
        where T : unmanaged => sizeof(T);

    /// <summary>Returns the values of a vector with a fixed width.</summary>
    /// <param name="vector">The vector, whose type has the width of <typeparamref name="T"/>.</param>
    /// <param name="count">The number of values.</param>
    public static Span<T> ValuesOf<T>(nint vector, int count)
        where T : unmanaged => new(Native.DuckDBVectorGetData(vector), count);

    /// <summary>Writes values of a fixed width.</summary>
    /// <param name="vector">The vector, whose type has the width of <typeparamref name="T"/>.</param>
    /// <param name="values">The values.</param>
    public static void WriteValues<T>(nint vector, ReadOnlySpan<T> values)
        where T : unmanaged => values.CopyTo(new Span<T>(Native.DuckDBVectorGetData(vector), values.Length));

    /// <summary>Returns the data of a vector, for strings.</summary>
    public static nint DataOf(nint vector) => (nint)Native.DuckDBVectorGetData(vector);

    /// <summary>Writes a string.</summary>
    /// <param name="vector">The vector.</param>
    /// <param name="data">The data of the vector (<see cref="DataOf"/>).</param>
    /// <param name="row">The row.</param>
    /// <param name="text">The string.</param>
    public static void WriteString(nint vector, nint data, int row, ReadOnlySpan<byte> text) => VectorKernel.WriteString(vector, (byte*)data, row, text);

    /// <summary>Returns the vector of a field of a struct vector.</summary>
    public static nint FieldOf(nint vector, int field) => Native.DuckDBStructVectorGetChild(vector, field);

    /// <summary>Writes which structs are valid: those with a valid field.</summary>
    /// <param name="vector">The struct vector, whose fields have been written.</param>
    /// <param name="fields">The number of fields.</param>
    /// <param name="count">The number of structs.</param>
    public static void WriteStructValidity(nint vector, int fields, int count)
    {
        for (var field = 0; field < fields; field++)
        {
            if (Native.DuckDBVectorGetValidity(FieldOf(vector, field)) == null)
            {
                return;
            }
        }

        Native.DuckDBVectorEnsureValidityWritable(vector);
        var words = new Span<ulong>(Native.DuckDBVectorGetValidity(vector), (count + WordBits - 1) / WordBits);
        words.Clear();
        for (var field = 0; field < fields; field++)
        {
            var validity = Native.DuckDBVectorGetValidity(FieldOf(vector, field));
            for (var word = 0; word < words.Length; word++)
            {
                words[word] |= validity[word];
            }
        }
    }

    /// <summary>Writes the extents of lists, and returns the vector of their elements with room for all of them.</summary>
    /// <param name="vector">The list vector.</param>
    /// <param name="starts">The number of elements before each list, and the total.</param>
    public static nint WriteEntries(nint vector, ReadOnlySpan<int> starts)
    {
        Debug.Assert(starts.Length > 0, "The total is missing.");
        var entries = (ListEntry*)Native.DuckDBVectorGetData(vector);
        for (var row = 0; row + 1 < starts.Length; row++)
        {
            entries[row] = new ListEntry((ulong)(starts[row] - starts[0]), (ulong)(starts[row + 1] - starts[row]));
        }

        var count = (ulong)(starts[^1] - starts[0]);
        if (Native.DuckDBListVectorReserve(vector, count) != DuckDBState.Success || Native.DuckDBListVectorSetSize(vector, count) != DuckDBState.Success)
        {
            throw new InvalidOperationException($"DuckDB could not allocate a list vector for {count} elements.");
        }

        return Native.DuckDBListVectorGetChild(vector);
    }

    /// <summary>Represents a <c>duckdb_list_entry</c>.</summary>
    private readonly record struct ListEntry(ulong Offset, ulong Length);
}
