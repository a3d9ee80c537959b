using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Blittable.Text;

namespace Blittable.Json;

/// <summary>How many bytes two texts begin with in common, compared 64 bytes at a time.</summary>
internal static unsafe class SameTextKernel
{
    /// <summary>Bytes that may be read of texts that are shorter.</summary>
    public const int Step = 64;

    /// <summary>Bytes that both texts begin with; 0 where their ends already show that they differ.</summary>
    /// <param name="text">A text.</param>
    /// <param name="other">Another one.</param>
    /// <param name="length">The bytes of each.</param>
    /// <returns>As many as <paramref name="length"/> if the texts are the same, else fewer.</returns>
    public static int Length(byte* text, byte* other, int length)
    {
        if (length <= Step)
        {
            return Math.Min(Common(text, other), length);
        }

        // Texts that begin alike most often differ in length, so that their ends stand elsewhere: ends are compared first.
        var last = length - Step;
        if (Common(text + last, other + last) < Step)
        {
            return 0;
        }

        for (var at = 0; at < last; at += Step)
        {
            var common = Common(text + at, other + at);
            if (common < Step)
            {
                return at + common;
            }
        }

        return length;
    }

    /// <summary>Bytes of 64 before the first that differs.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Common(byte* text, byte* other) => Vector512.IsHardwareAccelerated
        ? BitOperations.TrailingZeroCount(~Vector512.Equals(Vector512.Load(text), Vector512.Load(other)).ExtractMostSignificantBits())
        : CommonOfHalves(text, other);

    /// <summary>The twin of the 512-bit path for all other machines.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int CommonOfHalves(byte* text, byte* other)
    {
        var lower = Vector256.Equals(Vector256.Load(text), Vector256.Load(other));
        var upper = Vector256.Equals(Vector256.Load(text + Vector256<byte>.Count), Vector256.Load(other + Vector256<byte>.Count));
        return BitOperations.TrailingZeroCount(~ByteMaskKernel.Of(lower, upper));
    }
}
