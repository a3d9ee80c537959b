using System.Numerics;

namespace Blittable;

/// <summary>Pools the arrays of disposed documents for later documents.</summary>
/// <remarks>
/// There are eight lengths per power of two, so a document that is never disposed wastes at most an eighth of its size. Arrays of
/// <see cref="System.Buffers.ArrayPool{T}"/> may waste as much as the size itself. The pool keeps a few arrays of each length and a bounded number of bytes.
/// </remarks>
internal static class DocumentPool
{
    /// <summary>The maximum length of pooled arrays.</summary>
    public const int MaxLength = 1 << 24;

    private const int MinShift = 6;
    private const int Steps = 8;
    private const int StepShift = 3;
    private const int SlotCount = 8;
    private const long MaxKept = 1L << 25;

    private static readonly byte[]?[] s_slots = new byte[]?[(BitOperations.Log2(MaxLength) - MinShift + 1) * Steps * SlotCount];
    private static long s_kept;

    [ThreadStatic]
    private static byte[]? s_last;

    /// <summary>Gets or sets a value that indicates whether returned arrays are overwritten instead of reused. Builds with the symbol DEBUG overwrite them, so
    /// that tests find uses of disposed documents. The tests of the pool set both values.</summary>
    public static bool Overwrites { get; set; }
#if DEBUG
        = true;
#endif

    /// <summary>Returns an array of at least the specified length, with arbitrary content.</summary>
    public static byte[] Rent(int length)
    {
        if (length > MaxLength)
        {
            return GC.AllocateUninitializedArray<byte>(length);
        }

        length = Class(Math.Max(length, 1 << MinShift), out var slot);
        if (s_last is { } last && last.Length == length)
        {
            s_last = null;
            return last;
        }

        for (var i = slot; i < slot + SlotCount; i++)
        {
            if (s_slots[i] is not null && Interlocked.Exchange(ref s_slots[i], null) is { } kept)
            {
                Interlocked.Add(ref s_kept, -length);
                return kept;
            }
        }

        return GC.AllocateUninitializedArray<byte>(length);
    }

    /// <summary>Returns an array to the pool. The caller must not use it afterwards.</summary>
    public static void Return(byte[] array)
    {
        if (Overwrites)
        {
            array.AsSpan().Fill(byte.MaxValue);
            return;
        }

        if (array.Length > MaxLength)
        {
            return;
        }

        // The array of the last document is hot in this processor's cache.
        var before = s_last;
        s_last = array;
        if (before is null)
        {
            return;
        }

        Class(before.Length, out var slot);
        if (Interlocked.Add(ref s_kept, before.Length) <= MaxKept)
        {
            for (var i = slot; i < slot + SlotCount; i++)
            {
                if (s_slots[i] is null && Interlocked.CompareExchange(ref s_slots[i], before, null) is null)
                {
                    return;
                }
            }
        }

        Interlocked.Add(ref s_kept, -before.Length);
    }

    /// <summary>Releases all arrays, except those that other threads hold for their next document.</summary>
    public static void Forget()
    {
        s_last = null;
        for (var i = 0; i < s_slots.Length; i++)
        {
            if (Interlocked.Exchange(ref s_slots[i], null) is { } kept)
            {
                Interlocked.Add(ref s_kept, -kept.Length);
            }
        }
    }

    /// <summary>Rounds a length up to a length of the pool.</summary>
    /// <param name="length">The length, between the minimum and the maximum.</param>
    /// <param name="slot">The first slot for arrays of the result's length.</param>
    private static int Class(int length, out int slot)
    {
        var shift = BitOperations.Log2((uint)length) - StepShift;
        var steps = (length + (1 << shift) - 1) >> shift;
        slot = (((shift + StepShift - MinShift) * Steps) + steps - Steps) * SlotCount;
        return steps << shift;
    }
}
