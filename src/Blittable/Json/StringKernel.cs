using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Blittable.Text;

namespace Blittable.Json;

/// <summary>Copies strings: unmarked strings (see <see cref="StringMarkKernel"/>) as they are, others while searching for their end.</summary>
internal static unsafe class StringKernel
{
    /// <summary>The number of bytes that one step copies and examines.</summary>
    public const int Step = 64;

    /// <summary>Copies 32 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CopyHalf(byte* source, byte* destination) => Vector256.Load(source).Store(destination);

    /// <summary>Copies 64 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CopyStep(byte* source, byte* destination)
    {
        CopyHalf(source, destination);
        CopyHalf(source + Step / 2, destination + Step / 2);
    }

    /// <summary>Copies 128 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CopyTwoSteps(byte* source, byte* destination)
    {
        for (var i = 0; i < 2 * Step; i += Vector256<byte>.Count)
        {
            Vector256.Load(source + i).Store(destination + i);
        }
    }

    /// <summary>Copies plain text of a long string in rounds of 128 bytes, until a round contains a byte that ends the string or needs processing.</summary>
    /// <param name="source">The text.</param>
    /// <param name="destination">The destination. The final round is also written.</param>
    /// <param name="length">The number of readable bytes.</param>
    /// <param name="beyondAscii">Set to true if a plain byte is not ASCII.</param>
    /// <returns>The number of plain bytes, in whole rounds.</returns>
    public static nint CopyRounds(byte* source, byte* destination, nint length, ref bool beyondAscii)
    {
        nint copied = 0;
        if (!Vector256.IsHardwareAccelerated)
        {
            return copied;
        }

        var all = Vector256<byte>.Zero;
        for (; length - copied >= 2 * Step; copied += 2 * Step)
        {
            var first = Vector256.Load(source + copied);
            var second = Vector256.Load(source + copied + Step / 2);
            var third = Vector256.Load(source + copied + Step);
            var fourth = Vector256.Load(source + copied + Step + Step / 2);
            first.Store(destination + copied);
            second.Store(destination + copied + Step / 2);
            third.Store(destination + copied + Step);
            fourth.Store(destination + copied + Step + Step / 2);
            if ((AreStops(first) | AreStops(second) | AreStops(third) | AreStops(fourth)) != Vector256<byte>.Zero)
            {
                break;
            }

            all |= first | second | third | fourth;
        }

        beyondAscii |= all.ExtractMostSignificantBits() != 0;
        return copied;
    }

    /// <summary>Copies 64 bytes and returns the index of the first byte that ends plain text (quotation mark, backslash or control character); 64 if none
    /// does.</summary>
    /// <param name="source">The 64 bytes.</param>
    /// <param name="destination">The destination.</param>
    /// <param name="beyondAscii">Set to true if a byte before the returned index is not ASCII.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int CopyText(byte* source, byte* destination, ref bool beyondAscii)
    {
        if (Vector512.IsHardwareAccelerated)
        {
            var bytes = Vector512.Load(source);
            bytes.Store(destination);
            var stops = Vector512.Equals(bytes, Vector512.Create((byte)'"')).ExtractMostSignificantBits()
                | Vector512.Equals(bytes, Vector512.Create((byte)'\\')).ExtractMostSignificantBits()
                | Vector512.LessThan(bytes, Vector512.Create((byte)' ')).ExtractMostSignificantBits();
            var high = bytes.ExtractMostSignificantBits();
            beyondAscii |= (high & (stops ^ (stops - 1))) != 0;
            return BitOperations.TrailingZeroCount(stops);
        }

        return CopyTextOfHalves(source, destination, ref beyondAscii);
    }

    /// <summary>Copies 64 bytes of text with 256-bit vectors.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int CopyTextOfHalves(byte* source, byte* destination, ref bool beyondAscii)
    {
        if (!Vector256.IsHardwareAccelerated)
        {
            return CopyTextOfQuarters(source, destination, ref beyondAscii);
        }

        var first = Vector256.Load(source);
        var second = Vector256.Load(source + Step / 2);
        first.Store(destination);
        second.Store(destination + Step / 2);
        var stops = Stops(first) | (ulong)Stops(second) << (Step / 2);
        var high = first.ExtractMostSignificantBits() | (ulong)second.ExtractMostSignificantBits() << (Step / 2);
        beyondAscii |= (high & (stops ^ (stops - 1))) != 0;
        return BitOperations.TrailingZeroCount(stops);
    }

    /// <summary>Copies 64 bytes of text with 128-bit vectors.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int CopyTextOfQuarters(byte* source, byte* destination, ref bool beyondAscii)
    {
        if (!Vector128.IsHardwareAccelerated)
        {
            return CopyTextScalar(source, destination, ref beyondAscii);
        }

        var first = Vector128.Load(source);
        var second = Vector128.Load(source + Vector128<byte>.Count);
        var third = Vector128.Load(source + 2 * Vector128<byte>.Count);
        var fourth = Vector128.Load(source + 3 * Vector128<byte>.Count);
        first.Store(destination);
        second.Store(destination + Vector128<byte>.Count);
        third.Store(destination + 2 * Vector128<byte>.Count);
        fourth.Store(destination + 3 * Vector128<byte>.Count);
        var stops = ByteMaskKernel.Of(AreStops(first), AreStops(second), AreStops(third), AreStops(fourth));
        if (((first | second | third | fourth) & Vector128.Create((byte)0x80)) != Vector128<byte>.Zero)
        {
            var high = ByteMaskKernel.Of(AreHigh(first), AreHigh(second), AreHigh(third), AreHigh(fourth));
            beyondAscii |= (high & (stops ^ (stops - 1))) != 0;
        }

        return BitOperations.TrailingZeroCount(stops);
    }

    /// <summary>Copies up to 64 bytes of text without vectors.</summary>
    public static int CopyTextScalar(byte* source, byte* destination, ref bool beyondAscii)
    {
        var at = 0;
        for (; at < Step; at++)
        {
            var next = source[at];
            destination[at] = next;
            if (next is (byte)'"' or (byte)'\\' or < (byte)' ')
            {
                break;
            }

            beyondAscii |= next >= 0x80;
        }

        return at;
    }

    /// <summary>Returns a bit mask of the quotation marks, backslashes and control characters in 32 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Stops(Vector256<byte> bytes) => AreStops(bytes).ExtractMostSignificantBits();

    /// <summary>Returns a vector with all bits set for each of 32 bytes that is a quotation mark, backslash or control character.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector256<byte> AreStops(Vector256<byte> bytes) =>
        StringMarkKernel.QuotesAndBackslashes(bytes) | Vector256.Equals(Vector256.Min(bytes, Vector256.Create((byte)(' ' - 1))), bytes);

    /// <summary>Returns a vector with all bits set for each of 16 bytes that is a quotation mark, backslash or control character.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> AreStops(Vector128<byte> bytes) =>
        StringMarkKernel.QuotesAndBackslashes(bytes) | Vector128.LessThan(bytes, Vector128.Create((byte)' '));

    /// <summary>Returns a vector with all bits set for each of 16 bytes that is not ASCII.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> AreHigh(Vector128<byte> bytes) => Vector128.LessThan(bytes.AsSByte(), Vector128<sbyte>.Zero).AsByte();
}
