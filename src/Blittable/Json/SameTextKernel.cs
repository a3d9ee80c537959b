using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Blittable.Text;

namespace Blittable.Json;

/// <summary>Returns the length of the common prefix of two texts, comparing 64 bytes at a time.</summary>
internal static unsafe class SameTextKernel
{
    /// <summary>The number of bytes that must be readable even if the texts are shorter.</summary>
    public const int Step = 64;

    /// <summary>Returns the length of the common prefix, or 0 if the ends of the texts already differ.</summary>
    /// <param name="text">The first text.</param>
    /// <param name="other">The second text.</param>
    /// <param name="length">The length of each text.</param>
    /// <returns><paramref name="length"/> if the texts are equal; otherwise, a smaller number.</returns>
    public static int Length(byte* text, byte* other, int length)
    {
        if (length <= Step)
        {
            return Math.Min(Common(text, other), length);
        }

        // Texts with equal beginnings mostly differ in length, which shifts their ends. Compare the ends first.
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

    /// <summary>Returns the number of equal bytes, of 64, before the first difference.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Common(byte* text, byte* other) => Vector512.IsHardwareAccelerated
        ? BitOperations.TrailingZeroCount(~Vector512.Equals(Vector512.Load(text), Vector512.Load(other)).ExtractMostSignificantBits())
        : CommonOfHalves(text, other);

    /// <summary>Compares 64 bytes with 256-bit vectors.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int CommonOfHalves(byte* text, byte* other)
    {
        var lower = Vector256.Equals(Vector256.Load(text), Vector256.Load(other));
        var upper = Vector256.Equals(Vector256.Load(text + Vector256<byte>.Count), Vector256.Load(other + Vector256<byte>.Count));
        return BitOperations.TrailingZeroCount(~ByteMaskKernel.Of(lower, upper));
    }
}
