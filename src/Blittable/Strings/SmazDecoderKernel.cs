using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Blittable.Strings;

/// <summary>Smaz codes to text, where the destination has room for eight bytes; <see cref="SmazDecoder"/> decodes the last ones.</summary>
/// <remarks>
/// A symbol is one load and one store. Runs of verbatim bytes are short as a rule and are moved by two words that overlap: a call would take longer.
/// </remarks>
internal static class SmazDecoderKernel
{
    /// <inheritdoc cref="SmazDecoder.Decode"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool Decode(ReadOnlySpan<byte> codes, int goal, Span<byte> destination, out int consumed, out int written)
    {
        ref var entries = ref MemoryMarshal.GetArrayDataReference(SmazCodebook.Entries);
        ref var source = ref MemoryMarshal.GetReference(codes);
        ref var output = ref MemoryMarshal.GetReference(destination);
        nint end = codes.Length;
        nint room = destination.Length;
        var lastOutput = Math.Min(goal - 1, room - sizeof(ulong));
        nint next = 0;
        nint length = 0;
        consumed = 0;
        written = 0;
        while (next < end && length <= lastOutput)
        {
            uint code = Unsafe.Add(ref source, next);
            if (code < SmazCodebook.SymbolCount)
            {
                var entry = Unsafe.Add(ref entries, code);
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref output, length), entry);
                length += SmazCodebook.LengthOf(entry);
                next++;
                continue;
            }

            if (next + 1 >= end)
            {
                return false;
            }

            var following = Unsafe.Add(ref source, next + 1);
            next += 2;
            if (code == SmazCodebook.VerbatimByte)
            {
                Unsafe.Add(ref output, length) = following;
                length++;
                continue;
            }

            var run = (nint)following + 1;
            if (run > end - next || run > room - length)
            {
                return false;
            }

            Copy(ref Unsafe.Add(ref source, next), ref Unsafe.Add(ref output, length), run);
            length += run;
            next += run;
        }

        consumed = (int)next;
        written = (int)length;
        return true;
    }

    /// <summary>Copies 1 to 256 bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void Copy(ref byte from, ref byte to, nint count)
    {
        if (count < sizeof(uint))
        {
            // The first byte, the one in the middle and the last one.
            var middle = Unsafe.Add(ref from, count >> 1);
            var last = Unsafe.Add(ref from, count - 1);
            to = from;
            Unsafe.Add(ref to, count >> 1) = middle;
            Unsafe.Add(ref to, count - 1) = last;
        }
        else if (count < sizeof(ulong))
        {
            var last = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref from, count - sizeof(uint)));
            Unsafe.WriteUnaligned(ref to, Unsafe.ReadUnaligned<uint>(ref from));
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, count - sizeof(uint)), last);
        }
        else if (count <= Vector128<byte>.Count)
        {
            var last = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref from, count - sizeof(ulong)));
            Unsafe.WriteUnaligned(ref to, Unsafe.ReadUnaligned<ulong>(ref from));
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref to, count - sizeof(ulong)), last);
        }
        else if (count <= 2 * Vector128<byte>.Count)
        {
            var last = Vector128.LoadUnsafe(ref from, (nuint)(count - Vector128<byte>.Count));
            Vector128.LoadUnsafe(ref from).StoreUnsafe(ref to);
            last.StoreUnsafe(ref to, (nuint)(count - Vector128<byte>.Count));
        }
        else
        {
            Unsafe.CopyBlockUnaligned(ref to, ref from, (uint)count);
        }
    }
}
