using System.Runtime.InteropServices;
using Blittable.Dates;

namespace Blittable.Benchmarks.Dates;

/// <summary>The two operations that are compared with the reference program, compiled for a schema and a layout.</summary>
internal static class DateLoops
{
    public const int BufferLength = 256 * 1024;

    /// <summary>Encodes one record after another and stores where each starts; returns the bytes.</summary>
    /// <remarks>The library has this loop for its own records; those of other layouts are converted one by one.</remarks>
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

    /// <summary>The same with a call for each record, as a program does whose records come one at a time.</summary>
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

    /// <summary>Searches every record in order; both records of each comparison are decoded afresh. Returns the comparisons.</summary>
    public static long Search<TSchema, TLayout>(ReadOnlySpan<byte> encoded, ReadOnlySpan<int> offsets)
        where TSchema : struct, IDateSchema<TSchema>
        where TLayout : struct, IDateLayout<TLayout>
    {
        var search = new DateSearch<TSchema, TLayout>(encoded, offsets);
        search.Run();
        return search.Comparisons;
    }
}
