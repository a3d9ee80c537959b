using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Dates;

namespace Blittable.Benchmarks.Dates;

/// <summary>Searches for every record of a sorted list in order. Each comparison decodes both records again.</summary>
/// <remarks>The loop has no calls, so all its variables stay in registers. A record of a rare shape leaves the loop, which is then resumed.</remarks>
internal ref struct DateSearch<TSchema, TLayout>(ReadOnlySpan<byte> encoded, ReadOnlySpan<int> offsets)
    where TSchema : struct, IDateSchema<TSchema>
    where TLayout : struct, IDateLayout<TLayout>
{
    private readonly ReadOnlySpan<byte> _encoded = encoded;
    private readonly ReadOnlySpan<int> _offsets = offsets;
    private int _key;
    private int _low;
    private int _high = offsets.Length - 1;

    /// <summary>Gets the number of pairs of records compared.</summary>
    public long Comparisons { get; private set; }

    public void Run()
    {
        while (!TryFinish())
        {
            CompareRareShape();
        }
    }

    /// <summary>Returns false if a record of the next comparison has a shape that the kernel does not support.</summary>
    private bool TryFinish()
    {
        ref var start = ref MemoryMarshal.GetReference(_encoded);
        ref var offset = ref MemoryMarshal.GetReference(_offsets);
        var last = _offsets.Length - 1;
        var lastWithRoom = (uint)(_encoded.Length - DateCodec.MaxLength);
        var comparisons = Comparisons;
        var (key, low, high) = (_key, _low, _high);
        for (; key <= last; key++)
        {
            while (low <= high)
            {
                var middle = (int)((uint)(low + high) >> 1);

                // Volatile reads prevent the key from being decoded only once per search.
                var recordAt = (uint)Volatile.Read(ref Unsafe.Add(ref offset, middle));
                var keyAt = (uint)Volatile.Read(ref Unsafe.Add(ref offset, key));
                if (recordAt > lastWithRoom
                    || keyAt > lastWithRoom
                    || !DateKernel.TryDecode<TSchema>(ref Unsafe.Add(ref start, (nint)recordAt), DateCodec.DefaultExtensionType, out DateParts record, out _)
                    || !DateKernel.TryDecode<TSchema>(ref Unsafe.Add(ref start, (nint)keyAt), DateCodec.DefaultExtensionType, out DateParts sought, out _))
                {
                    (_key, _low, _high) = (key, low, high);
                    Comparisons = comparisons;
                    return false;
                }

                comparisons++;
                var left = TLayout.From(record.Seconds, record.Nanoseconds, (short)record.OffsetAndZone, (ushort)(record.OffsetAndZone >> 16));
                var right = TLayout.From(sought.Seconds, sought.Nanoseconds, (short)sought.OffsetAndZone, (ushort)(sought.OffsetAndZone >> 16));

                // Seconds are almost always decisive.
                if (TLayout.IsSecondBefore(left, right))
                {
                    low = middle + 1;
                }
                else if (TLayout.IsSecondBefore(right, left))
                {
                    high = middle - 1;
                }
                else if (left.Nanoseconds < right.Nanoseconds)
                {
                    low = middle + 1;
                }
                else if (left.Nanoseconds > right.Nanoseconds)
                {
                    high = middle - 1;
                }
                else
                {
                    break;
                }
            }

            (low, high) = (0, last);
        }

        Comparisons = comparisons;
        return true;
    }

    private void CompareRareShape()
    {
        var middle = (int)((uint)(_low + _high) >> 1);
        if (DateCodec.DecodeAt<TSchema>(_encoded, _offsets[middle], out var record, out _) != DateStatus.Ok
            || DateCodec.DecodeAt<TSchema>(_encoded, _offsets[_key], out var sought, out _) != DateStatus.Ok)
        {
            ThrowUnreadable();
            return;
        }

        Comparisons++;
        var order = record.CompareTo(sought);
        if (order < 0)
        {
            _low = middle + 1;
        }
        else if (order > 0)
        {
            _high = middle - 1;
        }

        if (order == 0 || _low > _high)
        {
            (_key, _low, _high) = (_key + 1, 0, _offsets.Length - 1);
        }
    }

    [DoesNotReturn]
    private static void ThrowUnreadable() => throw new InvalidDataException("An encoded record cannot be decoded.");
}
