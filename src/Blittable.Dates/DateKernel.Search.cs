using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Dates;

/// <content>Binary search among encoded dates.</content>
internal static partial class DateKernel
{
    /// <summary>
    /// Narrows the range in which an instant is sought until it is found, the range is empty, or a date of a rarer shape stands in its
    /// middle.
    /// </summary>
    /// <remarks>A loop without calls, so that all its variables have registers.</remarks>
    /// <param name="source">The encoded dates.</param>
    /// <param name="offsets">Where each starts, in the order of the instants.</param>
    /// <param name="key">The instant.</param>
    /// <param name="type">The extension type.</param>
    /// <param name="low">The first date of the range.</param>
    /// <param name="high">The last one.</param>
    /// <returns>The index of an equal date, or -1.</returns>
    public static int Narrow<TSchema>(ReadOnlySpan<byte> source, ReadOnlySpan<int> offsets, Timestamp key, sbyte type, ref int low, ref int high)
        where TSchema : struct, IDateSchema<TSchema>
    {
        if (source.Length < DateCodec.MaxLength)
        {
            return -1;
        }

        ref var start = ref MemoryMarshal.GetReference(source);
        var lastWithRoom = (uint)(source.Length - DateCodec.MaxLength);
        var first = low;
        var last = high;
        var found = -1;
        while (first <= last)
        {
            var middle = (int)((uint)(first + last) >> 1);
            var offset = (uint)offsets[middle];
            if (offset > lastWithRoom || !TryDecode<TSchema>(ref Unsafe.Add(ref start, (nint)offset), type, out DateParts value, out _))
            {
                break;
            }

            // Seconds decide almost always.
            if (value.Seconds < key.UnixSeconds)
            {
                first = middle + 1;
            }
            else if (value.Seconds > key.UnixSeconds)
            {
                last = middle - 1;
            }
            else if (value.Nanoseconds < key.Nanoseconds)
            {
                first = middle + 1;
            }
            else if (value.Nanoseconds > key.Nanoseconds)
            {
                last = middle - 1;
            }
            else
            {
                found = middle;
                break;
            }
        }

        low = first;
        high = last;
        return found;
    }
}
