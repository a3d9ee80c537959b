using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Blittable.Text;

namespace Blittable.Json;

/// <summary>Finds the end of a number that is copied as text: the first byte that cannot occur in a number.</summary>
/// <remarks>Digits, signs, decimal points and the letter <c>e</c> may be in an order that the grammar forbids. All other characters end the number.</remarks>
internal static unsafe class NumberTokenKernel
{
    /// <summary>The number of bytes examined.</summary>
    public const int Step = 32;

    /// <summary>Copies 32 bytes and returns the number of bytes, up to 32, that belong to the number.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Copy(byte* source, byte* destination)
    {
        if (!Vector256.IsHardwareAccelerated)
        {
            return CopyHalves(source, destination);
        }

        var text = Vector256.Load(source);
        text.Store(destination);
        var numbers = Vector256.LessThanOrEqual(text - Vector256.Create((byte)'+'), Vector256.Create((byte)('9' - '+')))
            | Vector256.Equals(text | Vector256.Create((byte)0x20), Vector256.Create((byte)'e'));
        var others = Vector256.Equals(text, Vector256.Create((byte)',')) | Vector256.Equals(text, Vector256.Create((byte)'/'));
        return BitOperations.TrailingZeroCount(~numbers.ExtractMostSignificantBits() | others.ExtractMostSignificantBits());
    }

    /// <summary>Copies a number with 128-bit vectors.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int CopyHalves(byte* source, byte* destination)
    {
        if (!Vector128.IsHardwareAccelerated)
        {
            return CopyScalar(source, destination);
        }

        var first = Vector128.Load(source);
        var second = Vector128.Load(source + Vector128<byte>.Count);
        first.Store(destination);
        second.Store(destination + Vector128<byte>.Count);
        return BitOperations.TrailingZeroCount(ByteMaskKernel.Of(AreEnds(first), AreEnds(second)));
    }

    /// <summary>Copies a number without vectors.</summary>
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

    /// <summary>Returns a vector with all bits set for each of 16 bytes that ends a number.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> AreEnds(Vector128<byte> text) =>
        ~(Vector128.LessThanOrEqual(text - Vector128.Create((byte)'+'), Vector128.Create((byte)('9' - '+')))
            | Vector128.Equals(text | Vector128.Create((byte)0x20), Vector128.Create((byte)'e')))
            | Vector128.Equals(text, Vector128.Create((byte)',')) | Vector128.Equals(text, Vector128.Create((byte)'/'));

    /// <summary>Determines whether a byte ends a number that is copied as text.</summary>
    public static bool Ends(byte next) => next is not ((>= (byte)'0' and <= (byte)'9') or (byte)'+' or (byte)'-' or (byte)'.' or (byte)'e' or (byte)'E');
}
