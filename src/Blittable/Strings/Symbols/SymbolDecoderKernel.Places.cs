using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Strings;

/// <content>Many short texts in one go.</content>
internal static partial class SymbolDecoderKernel
{
    /// <summary>What stands for the place behind an escape, where no text can end.</summary>
    public const int NoPlace = -1;

    /// <summary>Decodes codes of many short texts, one behind the other, and tells how long the text is behind each code.</summary>
    /// <remarks>A loop for each text would be left where no processor expects it; this one does not know where texts end.</remarks>
    /// <param name="table">The table.</param>
    /// <param name="codes">The codes.</param>
    /// <param name="destination">Where the text goes: eight bytes for each code, all of which may be overwritten.</param>
    /// <param name="before">The length of the text before these codes.</param>
    /// <param name="places">For each byte of the codes the length of the text behind it, or <see cref="NoPlace"/>.</param>
    /// <param name="consumed">Bytes of codes read: all but an escape at their end, unless there is damage.</param>
    /// <returns>The bytes of text.</returns>
    public static int DecodePlaces(
        ExpandedSymbols table, ReadOnlySpan<byte> codes, Span<byte> destination, int before, Span<int> places, out int consumed)
    {
        var symbols = new ExpandedSymbolsKernel(table);
        ref var code = ref MemoryMarshal.GetReference(codes);
        ref var output = ref MemoryMarshal.GetReference(destination[..(codes.Length * SymbolTableView.MaxSymbolLength)]);
        ref var place = ref MemoryMarshal.GetReference(places[..codes.Length]);
        var end = (nint)codes.Length;
        nint next = 0;
        nint length = 0;
        while (next < end)
        {
            if (next <= end - Turn && HasAll(symbols.Counts, Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref code, next))))
            {
                length = PutOne(symbols, ref code, ref output, ref place, next, length, before);
                length = PutOne(symbols, ref code, ref output, ref place, next + 1, length, before);
                length = PutOne(symbols, ref code, ref output, ref place, next + 2, length, before);
                length = PutOne(symbols, ref code, ref output, ref place, next + 3, length, before);
                next += Turn;
            }
            else if (Has(symbols.Counts, Unsafe.Add(ref code, next)))
            {
                length = PutOne(symbols, ref code, ref output, ref place, next, length, before);
                next++;
            }
            else if (Unsafe.Add(ref code, next) == SymbolTableView.Escape && next + 1 < end)
            {
                Unsafe.Add(ref output, length) = Unsafe.Add(ref code, next + 1);
                length++;
                Unsafe.Add(ref place, next) = NoPlace;
                Unsafe.Add(ref place, next + 1) = before + (int)length;
                next += 2;
            }
            else
            {
                break;
            }
        }

        consumed = (int)next;
        return (int)length;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static nint PutOne(
        in ExpandedSymbolsKernel symbols, ref byte code, ref byte output, ref int place, nint next, nint length, int before)
    {
        length += symbols.Put(Unsafe.Add(ref code, next), ref Unsafe.Add(ref output, length));
        Unsafe.Add(ref place, next) = before + (int)length;
        return length;
    }
}
