using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Strings;

/// <summary>Where a kernel that restores a window of codes at once puts the text.</summary>
/// <remarks>Four fields, which the compiler keeps in registers; with a fifth they would be in memory, and each vector wait for the length to come
/// from there.</remarks>
/// <param name="text">The destination, which must not move meanwhile.</param>
/// <param name="room">Its bytes.</param>
/// <param name="goal">Bytes wanted.</param>
internal unsafe ref struct WindowOutputKernel(byte* text, int room, int goal)
{
    private readonly byte* _text = text;
    private readonly nint _room = room;

    /// <summary>The goal, or, if it lies behind the destination, the first length that has no room.</summary>
    private readonly nint _stop = Math.Min(goal, (nint)room + 1);

    /// <summary>Bytes of text.</summary>
    public nint Length { get; set; }

    /// <summary>Whether the goal has been reached, or the destination's end.</summary>
    public readonly bool IsAtEnd => Length >= _stop;

    /// <summary>Whether there is no room for the goal.</summary>
    public readonly bool IsFull => _stop > _room;

    /// <summary>Appends a vector of words, without their zeros. The destination may be written up to its end.</summary>
    /// <param name="words">The words.</param>
    /// <param name="kept">A bit for each byte that was kept.</param>
    /// <returns>Whether more may follow.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool Append(Vector512<byte> words, out ulong kept)
    {
        var isKept = ~Vector512.Equals(words, Vector512<byte>.Zero);
        kept = isKept.ExtractMostSignificantBits();
        var count = BitOperations.PopCount(kept);
        var bytes = Avx512Vbmi2.Compress(Vector512<byte>.Zero, isKept, words);
        var output = _text + Length;
        var room = _room - Length;
        if (room >= Vector512<byte>.Count)
        {
            bytes.Store(output);
        }
        else if (room >= Vector256<byte>.Count && count <= Vector256<byte>.Count)
        {
            bytes.GetLower().Store(output);
        }
        else
        {
            Avx512BW.MaskStore(output, Vector512.LessThan(Vector512<byte>.Indices, Vector512.Create((byte)Math.Min(count, room))), bytes);
        }

        Length += count;
        return !IsAtEnd;
    }

    /// <summary>Takes back what lies behind the word that reached the goal.</summary>
    /// <param name="kept">Which bytes of the last words were kept.</param>
    /// <param name="wordSize">The bytes of a word.</param>
    /// <returns>How many of the last words remain.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int BackToGoal(ulong kept, int wordSize)
    {
        var start = Length - BitOperations.PopCount(kept);
        var lastByte = BitOperations.TrailingZeroCount(Bmi2.X64.ParallelBitDeposit(1UL << (int)(_stop - start - 1), kept));
        var words = (lastByte / wordSize) + 1;
        Length = start + BitOperations.PopCount(kept & (ulong.MaxValue >> (Vector512<byte>.Count - (words * wordSize))));
        return words;
    }
}
