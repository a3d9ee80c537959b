using Blittable.Dates;

namespace Blittable.Benchmarks.Dates;

/// <summary>The two operations that are compared with the reference program, compiled for a schema and a layout.</summary>
internal static class DateLoops
{
    public const int BufferLength = 256 * 1024;

    /// <summary>Encodes one record after another and stores where each starts; returns the bytes.</summary>
    public static int Encode<TSchema, TLayout>(ReadOnlySpan<TLayout> records, Span<byte> buffer, Span<int> offsets)
        where TSchema : struct, IDateSchema<TSchema>
        where TLayout : struct, IDateLayout<TLayout>
    {
        var end = 0;
        offsets = offsets[..records.Length];
        for (var i = 0; i < records.Length; i++)
        {
            offsets[i] = end;
            end += DateCodec.Encode<TSchema>(TLayout.ToTimestamp(records[i]), buffer[end..]);
        }

        return end;
    }

    /// <summary>Searches every record in order; both records of each comparison are decoded afresh. Returns the comparisons.</summary>
    public static long Search<TSchema, TLayout>(ReadOnlySpan<byte> encoded, int[] offsets)
        where TSchema : struct, IDateSchema<TSchema>
        where TLayout : struct, IDateLayout<TLayout>
    {
        long comparisons = 0;
        for (var key = 0; key < offsets.Length; key++)
        {
            var low = 0;
            var high = offsets.Length - 1;
            while (low <= high)
            {
                var middle = (int)((uint)(low + high) >> 1);

                // Read as volatile, so that the key is not decoded once for a whole search.
                var status = DateCodec.DecodeAt<TSchema>(encoded, Volatile.Read(ref offsets[middle]), out var value, out _);
                status |= DateCodec.DecodeAt<TSchema>(encoded, Volatile.Read(ref offsets[key]), out var sought, out _);
                if (status != DateStatus.Ok)
                {
                    throw new InvalidDataException("A record that was encoded cannot be decoded.");
                }

                comparisons++;
                var order = TLayout.Compare(TLayout.From(value), TLayout.From(sought));
                if (order < 0)
                {
                    low = middle + 1;
                }
                else if (order > 0)
                {
                    high = middle - 1;
                }
                else
                {
                    break;
                }
            }
        }

        return comparisons;
    }
}
