using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Wire;

/// <summary>Finds the end of a MessagePack value from its format bytes, lengths and counts, using a single count of remaining values instead of a
/// stack.</summary>
internal static class WireLength
{
    /// <summary>
    /// Gets, for each format byte from <see cref="MessagePackCode.Nil"/> to <see cref="MessagePackCode.Map32"/>, the distance to its data or values. Bits 5-6
    /// specify the size of its length.
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

    /// <summary>The number of bytes read of a value at once: its format byte and its length.</summary>
    private const int Reach = 5;

    /// <summary>Gets the length of the value at the start of the input. Returns false and a length of 0 if the value is truncated or invalid.</summary>
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

            // Each remaining value has at least one byte.
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
            // The format byte contains the length: bytes of a string, values of an array, half the values of a map.
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

            // The unused format byte: no value has that many bytes.
            at += code == MessagePackCode.NeverUsed ? int.MaxValue : 0;
        }
    }

    /// <summary>Processes the last few values, each read from a padded copy.</summary>
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

        length = offset <= rest.Length ? (int)(at + offset) : 0;
        return length != 0;
    }
}
