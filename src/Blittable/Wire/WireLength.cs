using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Wire;

/// <summary>The end of a MessagePack value, from codes, lengths and counts alone: one count of values still to come, whatever their nesting.</summary>
internal static class WireLength
{
    /// <summary>
    /// For each code from <see cref="MessagePackCode.Nil"/> to <see cref="MessagePackCode.Map32"/>: bytes from it to its bytes or values; bits 5-6
    /// how its length is read.
    /// </summary>
    private static ReadOnlySpan<byte> Heads =>
    [
        1, 0, 1, 1, // nil, never used, false, true
        2 | Length8, 3 | Length16, 5 | Length32, // binary
        3 | Length8, 4 | Length16, 6 | Length32, // extensions
        5, 9, 2, 3, 5, 9, 2, 3, 5, 9, // floats and integers
        3, 4, 6, 10, 18, // extensions of fixed length
        2 | Length8, 3 | Length16, 5 | Length32, // strings
        3 | Length16, 5 | Length32, 3 | Length16, 5 | Length32, // arrays and maps
    ];

    private const byte Length8 = 1 << 5, Length16 = 2 << 5, Length32 = 3 << 5;
    private const int HeadMask = Length8 - 1;

    /// <summary>Bytes that are read of a value at once: its code and its length.</summary>
    private const int Reach = 5;

    /// <summary>The length of the value that the input starts with; false, and 0, if it is cut off or invalid.</summary>
    public static bool TryGet(ReadOnlySpan<byte> input, out int length)
    {
        ref var start = ref MemoryMarshal.GetReference(input);
        long at = 0;
        long values = 1;
        while (values > 0)
        {
            if (at + Reach > input.Length)
            {
                return TryGetNearEnd(input, at, values, out length);
            }

            Step(ref Unsafe.Add(ref start, (nint)at), ref at, ref values);

            // Each value to come has a byte at least.
            if (values > input.Length - at)
            {
                length = 0;
                return false;
            }
        }

        length = (int)at;
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Step(ref byte value, ref long at, ref long values)
    {
        uint code = value;
        values--;
        if (code <= MessagePackCode.FixIntLast || code >= MessagePackCode.NegativeFixInt)
        {
            at++;
        }
        else if (code < MessagePackCode.Nil)
        {
            // The length is in the code: of strings bytes, of arrays values, of maps twice as many.
            at += code >= MessagePackCode.FixString ? 1 + (code & MessagePackCode.MaxFixString) : 1;
            values += code >= MessagePackCode.FixString ? 0 : (code & MessagePackCode.MaxFixCount) << (code < MessagePackCode.FixArray ? 1 : 0);
        }
        else
        {
            var head = Heads[(int)code - MessagePackCode.Nil];
            var rest = (head & ~HeadMask) switch
            {
                0 => 0u,
                Length8 => Unsafe.Add(ref value, 1),
                Length16 => BinaryPrimitives.ReverseEndianness(Unsafe.ReadUnaligned<ushort>(ref Unsafe.Add(ref value, 1))),
                _ => BinaryPrimitives.ReverseEndianness(Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref value, 1))),
            };
            at += head & HeadMask;
            if (code < MessagePackCode.Array16)
            {
                at += rest;
            }
            else
            {
                values += (long)rest << (code < MessagePackCode.Map16 ? 0 : 1);
            }

            // Never used: no value has that many bytes.
            at += code == MessagePackCode.NeverUsed ? int.MaxValue : 0;
        }
    }

    /// <summary>The last few values, each read from a copy with padding after it.</summary>
    private static bool TryGetNearEnd(ReadOnlySpan<byte> input, long at, long values, out int length)
    {
        Span<byte> padded = stackalloc byte[2 * Reach];
        padded.Clear();
        length = 0;
        var rest = at < input.Length ? input[(int)at..] : default;
        rest.CopyTo(padded);
        long offset = 0;
        while (values > 0)
        {
            if (offset >= rest.Length)
            {
                return false;
            }

            Step(ref padded[(int)offset], ref offset, ref values);
        }

        length = (int)Math.Min(at + offset, int.MaxValue);
        return offset <= rest.Length;
    }
}
