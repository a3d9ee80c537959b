using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Blittable.Strings;

/// <summary>Smaz codes to text, where the destination has room for eight bytes; <see cref="SmazDecoder"/> takes the others.</summary>
/// <remarks>
/// A symbol takes one load and one store. A run is moved as one word or as overlapping words; at the end of the codes an earlier word is shifted.
/// The loop calls nothing: even for a call that is hardly ever made, the compiler would keep its variables in memory.
/// </remarks>
internal static class SmazDecoderKernel
{
    private const int Word = sizeof(ulong);

    /// <summary>Decodes until <paramref name="goal"/> bytes are out, the codes end, or a code comes that this does not handle.</summary>
    /// <param name="codes">The codes, and possibly what follows them.</param>
    /// <param name="goal">Bytes wanted; the last code may go past it where the destination has room.</param>
    /// <param name="destination">Where the text goes. Bytes behind the text may be overwritten.</param>
    /// <param name="consumed">Bytes of codes read.</param>
    /// <param name="written">Bytes of text.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Decode(ReadOnlySpan<byte> codes, int goal, Span<byte> destination, out int consumed, out int written)
    {
        ref var entries = ref MemoryMarshal.GetArrayDataReference(SmazCodebook.Entries);
        ref var source = ref MemoryMarshal.GetReference(codes);
        ref var output = ref MemoryMarshal.GetReference(destination);
        nint end = codes.Length;
        var lastWord = end - Word;
        nint room = destination.Length;
        var lastOutput = Math.Min(goal - 1, room - Word);
        nint next = 0;
        nint length = 0;
        while (next < end && length <= lastOutput)
        {
            nint code = Unsafe.Add(ref source, next);
            if (code < SmazCodebook.SymbolCount)
            {
                var entry = Unsafe.Add(ref entries, code);
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref output, length), entry);
                length += (nint)(entry >> SmazCodebook.LengthShift);
                next++;
                continue;
            }

            if (next + 1 >= end)
            {
                break;
            }

            nint following = Unsafe.Add(ref source, next + 1);
            if (code == SmazCodebook.VerbatimByte)
            {
                Unsafe.Add(ref output, length) = (byte)following;
                length++;
                next += 2;
                continue;
            }

            var run = following + 1;
            var from = next + 2;
            if (run <= Word)
            {
                if (from > lastWord)
                {
                    if (run > end - from)
                    {
                        break;
                    }

                    var bytes = lastWord < 0
                        ? ReadFew(ref source, end) << (8 * (int)-lastWord)
                        : Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, lastWord));
                    Unsafe.WriteUnaligned(ref Unsafe.Add(ref output, length), bytes >> (8 * (int)(from - lastWord)));
                    length += run;
                    next = from + run;
                    continue;
                }

                Unsafe.WriteUnaligned(ref Unsafe.Add(ref output, length), Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, from)));

                // A branch, so that the processor foresees where the next code is and need not wait for the length.
                if (run == 2)
                {
                    length += 2;
                    next += 4;
                    continue;
                }

                if (run == 4)
                {
                    length += 4;
                    next += 6;
                    continue;
                }
            }
            else if (run > end - from || run > room - length)
            {
                break;
            }
            else if (run <= 2 * Word)
            {
                var last = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, from + run - Word));
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref output, length), Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, from)));
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref output, length + run - Word), last);
            }
            else
            {
                var last = run - Vector128<byte>.Count;
                for (nint i = 0; i < last; i += Vector128<byte>.Count)
                {
                    Vector128.LoadUnsafe(ref source, (nuint)(from + i)).StoreUnsafe(ref output, (nuint)(length + i));
                }

                Vector128.LoadUnsafe(ref source, (nuint)(from + last)).StoreUnsafe(ref output, (nuint)(length + last));
            }

            length += run;
            next = from + run;
        }

        consumed = (int)next;
        written = (int)length;
    }

    /// <summary>Two to seven bytes, the first one lowest.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong ReadFew(ref byte source, nint count)
    {
        if (count >= sizeof(uint))
        {
            var last = Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref source, count - sizeof(uint)));
            return Unsafe.ReadUnaligned<uint>(ref source) | ((ulong)last << (8 * (int)(count - sizeof(uint))));
        }

        var middle = (uint)Unsafe.Add(ref source, 1) << 8;
        return source | middle | ((uint)Unsafe.Add(ref source, count - 1) << (8 * (int)(count - 1)));
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

        PartKernel.Load256(ref Unsafe.Add(ref source, RunHeader), run).StoreUnsafe(ref output);
        written = run;
        return true;
    }
}
