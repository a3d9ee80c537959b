using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Blittable.Json;

/// <summary>Finds where a number ends that is copied as text: at a byte that can separate values, or is none that JSON has outside of strings.</summary>
internal static unsafe class NumberTokenKernel
{
    /// <summary>Bytes that are looked at.</summary>
    public const int Step = 32;

    /// <summary>Copies 32 bytes and returns how many of them belong to the number: all of them may.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Copy(byte* source, byte* destination)
    {
        if (!Vector256.IsHardwareAccelerated)
        {
            return CopyScalar(source, destination);
        }

        // The two closing brackets differ in one bit.
        var text = Vector256.Load(source);
        text.Store(destination);
        var ends = Vector256.Equals(text, Vector256.Create((byte)','))
            | Vector256.Equals(text | Vector256.Create((byte)0x20), Vector256.Create((byte)'}'))
            | Vector256.LessThan(text.AsSByte(), Vector256.Create((sbyte)(' ' + 1))).AsByte();
        return BitOperations.TrailingZeroCount(ends.ExtractMostSignificantBits());
    }

    /// <summary>The scalar twin of the vector path.</summary>
    public static int CopyScalar(byte* source, byte* destination)
    {
        var length = 0;
        while (length < Step && !Ends(source[length]))
        {
            destination[length] = source[length];
            length++;
        }

        return length;
    }

    /// <summary>Whether a number that is copied as text ends before that byte.</summary>
    public static bool Ends(byte next) => next is (byte)',' or (byte)']' or (byte)'}' || (sbyte)next <= ' ';
}
