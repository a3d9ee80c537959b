using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;

namespace Blittable.Json;

/// <summary>Looks for the end of a string while copying it: one bit for each byte that needs a look.</summary>
/// <remarks>
/// Such bytes are the quote, the backslash, control characters and all that is not ASCII; one signed comparison finds the last two kinds.
/// </remarks>
internal static unsafe class StringKernel
{
    /// <summary>Bytes that one step copies and looks at.</summary>
    public const int Step = 64;

    /// <summary>Bytes of a string that are copied in half a step and a step.</summary>
    public const int MaxMedium = Step / 2 + Step;

    /// <summary>Copies 32 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CopyHalf(byte* source, byte* destination) => Vector256.Load(source).Store(destination);

    /// <summary>Copies what the first two steps of a string looked at.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void CopyMedium(byte* source, byte* destination)
    {
        for (var i = 0; i < MaxMedium; i += Vector256<byte>.Count)
        {
            Vector256.Load(source + i).Store(destination + i);
        }
    }

    /// <summary>Copies 64 bytes and returns which of them need a look, the first in the lowest bit.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Copy(byte* source, byte* destination)
    {
        if (Vector512.IsHardwareAccelerated)
        {
            var bytes = Vector512.Load(source);
            bytes.Store(destination);
            return Vector512.Equals(bytes, Vector512.Create((byte)'"')).ExtractMostSignificantBits()
                | Vector512.Equals(bytes, Vector512.Create((byte)'\\')).ExtractMostSignificantBits()
                | Vector512.LessThan(bytes.AsSByte(), Vector512.Create((sbyte)' ')).ExtractMostSignificantBits();
        }

        if (Vector256.IsHardwareAccelerated)
        {
            var low = Vector256.Load(source);
            low.Store(destination);
            ulong marks = Marks(low);
            if (marks == 0)
            {
                var high = Vector256.Load(source + Vector256<byte>.Count);
                high.Store(destination + Vector256<byte>.Count);
                marks = (ulong)Marks(high) << Vector256<byte>.Count;
            }

            return marks;
        }

        return CopyScalar(source, destination);
    }

    /// <summary>The scalar twin of the vector paths; it may stop at the first byte that needs a look.</summary>
    public static ulong CopyScalar(byte* source, byte* destination)
    {
        for (var i = 0; i < Step; i++)
        {
            var next = source[i];
            destination[i] = next;
            if (next is (byte)'"' or (byte)'\\' || (sbyte)next < ' ')
            {
                return 1UL << i;
            }
        }

        return 0;
    }

    /// <summary>Of a step's bytes, the first that ends plain text or needs work: quote, backslash or control character; 64 if none.</summary>
    /// <param name="source">64 bytes.</param>
    /// <param name="destination">Where they are copied to.</param>
    /// <param name="beyondAscii">Set if a byte before that one is not ASCII.</param>
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

        return CopyTextScalar(source, destination, ref beyondAscii);
    }

    /// <summary>The twin of the vector path for narrower machines.</summary>
    public static int CopyTextScalar(byte* source, byte* destination, ref bool beyondAscii)
    {
        var at = 0;
        while (at < Step)
        {
            if (Vector256.IsHardwareAccelerated && at <= Step - Vector256<byte>.Count)
            {
                var marks = CopyMarks(source + at, destination + at);
                if (marks == 0)
                {
                    at += Vector256<byte>.Count;
                    continue;
                }

                at += BitOperations.TrailingZeroCount(marks);
            }

            var next = source[at];
            destination[at] = next;
            if (next is (byte)'"' or (byte)'\\' or < (byte)' ')
            {
                break;
            }

            beyondAscii |= next >= 0x80;
            at++;
        }

        return at;
    }

    private static ulong CopyMarks(byte* source, byte* destination)
    {
        var bytes = Vector256.Load(source);
        bytes.Store(destination);
        return Marks(bytes);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static uint Marks(Vector256<byte> bytes) =>
        (Vector256.Equals(bytes, Vector256.Create((byte)'"'))
            | Vector256.Equals(bytes, Vector256.Create((byte)'\\'))
            | Vector256.LessThan(bytes.AsSByte(), Vector256.Create((sbyte)' ')).AsByte()).ExtractMostSignificantBits();
}
