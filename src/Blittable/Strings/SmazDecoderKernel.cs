using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Strings;

/// <summary>Smaz codes to text, where the destination has room for eight bytes; <see cref="SmazDecoder"/> decodes the last ones.</summary>
/// <remarks>
/// A symbol is one load and one store. Runs of verbatim bytes are short as a rule and are moved by one word, or by two that overlap where one would
/// read behind the codes: a call would take longer.
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
        var lastWord = end - sizeof(ulong);
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
            if (run <= sizeof(ulong) && next <= lastWord && length <= lastOutput)
            {
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref output, length), Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, next)));
                length += run;
                next += run;
                continue;
            }

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

    /// <summary>Decodes what is a single symbol or a single run of verbatim bytes, as are most short strings of digits and capitals.</summary>
    /// <param name="codes">The codes, all of them.</param>
    /// <param name="destination">Where the text goes. Bytes behind the text may be overwritten.</param>
    /// <param name="written">Bytes of text.</param>
    /// <returns>False if they are something else, or too many for one vector, or the destination has less room than one.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool TryDecodeOne(ReadOnlySpan<byte> codes, Span<byte> destination, out int written)
    {
        const int RunHeader = 2;
        written = 0;
        ref var source = ref MemoryMarshal.GetReference(codes);
        ref var output = ref MemoryMarshal.GetReference(destination);
        if (destination.Length < Vector256<byte>.Count)
        {
            return false;
        }

        if (codes.Length == 1 && source < SmazCodebook.SymbolCount)
        {
            var entry = SmazCodebook.Entries[source];
            Unsafe.WriteUnaligned(ref output, entry);
            written = SmazCodebook.LengthOf(entry);
            return true;
        }

        var run = codes.Length - RunHeader;
        if (!Avx512BW.VL.IsSupported || run is < 1 or > 32 || source != SmazCodebook.VerbatimRun || Unsafe.Add(ref source, 1) != run - 1)
        {
            return false;
        }

        LoadSome(ref Unsafe.Add(ref source, RunHeader), run).StoreUnsafe(ref output);
        written = run;
        return true;
    }

    /// <summary>Up to 32 bytes, and zeros behind them; what lies there is not read.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static unsafe Vector256<byte> LoadSome(ref byte source, int count)
    {
        fixed (byte* address = &source)
        {
            return Avx512BW.VL.MaskLoad(address, Vector256.LessThan(Vector256<byte>.Indices, Vector256.Create((byte)count)), Vector256<byte>.Zero);
        }
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
