using System.Runtime.InteropServices;
using Blittable.Dates;

namespace Blittable.Benchmarks.Dates;

/// <summary>Implements the two operations that are compared with the reference program, compiled for a schema and a layout.</summary>
internal static class DateLoops
{
    public const int BufferLength = 256 * 1024;

    /// <summary>Encodes records one after another, stores the offset of each, and returns the number of bytes.</summary>
    /// <remarks>The library provides this loop for its own records. Records of other layouts are converted one by one.</remarks>
    public static int Encode<TSchema, TLayout>(ReadOnlySpan<TLayout> records, Span<byte> buffer, Span<int> offsets)
        where TSchema : struct, IDateSchema<TSchema>
        where TLayout : struct, IDateLayout<TLayout>
    {
        if (typeof(TLayout) == typeof(Int64Layout))
        {
            return DateCodec.EncodeAll<TSchema>(MemoryMarshal.Cast<TLayout, Timestamp>(records), buffer, offsets);
        }

        return EncodeOneByOne<TSchema, TLayout>(records, buffer, offsets);
    }

    /// <summary>Encodes with one call per record, like a program that receives records one at a time.</summary>
    public static int EncodeOneByOne<TSchema, TLayout>(ReadOnlySpan<TLayout> records, Span<byte> buffer, Span<int> offsets)
        where TSchema : struct, IDateSchema<TSchema>
        where TLayout : struct, IDateLayout<TLayout>
    {
        var end = 0;
        offsets = offsets[..records.Length];
        for (var i = 0; i < records.Length; i++)
        {
            offsets[i] = end;
            end += DateCodec.EncodeAt<TSchema>(TLayout.ToTimestamp(records[i]), buffer, end);
        }

        return end;
    }

    /// <summary>Searches for every record in order. Each comparison decodes both records again. Returns the number of comparisons.</summary>
    public static long Search<TSchema, TLayout>(ReadOnlySpan<byte> encoded, ReadOnlySpan<int> offsets)
        where TSchema : struct, IDateSchema<TSchema>
        where TLayout : struct, IDateLayout<TLayout>
    {
        var search = new DateSearch<TSchema, TLayout>(encoded, offsets);
        search.Run();
        return search.Comparisons;
    }
}
