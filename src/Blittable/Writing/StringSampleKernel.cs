using System.Numerics;
using System.Runtime.CompilerServices;

namespace Blittable.Writing;

/// <summary>Assigns a string to one of 256 samples, based on up to twenty of its bytes. Equal strings are always in the same sample.</summary>
internal static unsafe class StringSampleKernel
{
    /// <summary>The minimum length of a string that has a sample.</summary>
    public const int MinLength = sizeof(uint);

    /// <summary>Returns the sample of a string in a context. At regular intervals, returns the sample with which all techniques are tried, so texts that
    /// begin to repeat are found.</summary>
    /// <param name="trials">The trials of the context.</param>
    /// <param name="text">The text of the string.</param>
    /// <param name="length">The length in bytes, at least <see cref="MinLength"/>.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte Of(ValueTrials* trials, byte* text, nuint length) => trials->IsForced() ? (byte)0 : Of(text, length);

    /// <summary>Returns the sample of a string.</summary>
    /// <param name="text">The text of the string.</param>
    /// <param name="length">The length in bytes, at least <see cref="MinLength"/>.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte Of(byte* text, nuint length)
    {
        const ulong factor = 0x9E37_79B9_7F4A_7C15;
        var last = length - sizeof(uint);
        var half = last >> 1;
        var quarter = half >> 1;
        var first = *(uint*)text | ((ulong)*(uint*)(text + last) << 32);
        var inner = *(uint*)(text + quarter) | ((ulong)*(uint*)(text + half + quarter) << 32);
        return (byte)((((first ^ BitOperations.RotateLeft(inner, 21)) + *(uint*)(text + half) + length) * factor) >> 56);
    }
}
