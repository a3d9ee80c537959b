using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Strings;

/// <summary>Text to the codes of a symbol table, symbol by symbol.</summary>
/// <remarks>
/// Where a symbol starts depends on the one before, so that a processor waits for one lookup after the other, unless it guesses the symbol's
/// length right. Branches let it guess, which it does well where symbols are long.
/// </remarks>
internal static class SymbolEncoderKernel
{
    /// <summary>A text from its first byte to its last.</summary>
    /// <param name="symbols">The symbols.</param>
    /// <param name="text">The text.</param>
    /// <param name="destination">At least two bytes for each of the text.</param>
    /// <returns>Bytes written.</returns>
    public static int EncodeInTurn(SymbolSlots symbols, ReadOnlySpan<byte> text, Span<byte> destination)
    {
        if (text.IsEmpty)
        {
            return 0;
        }

        RequireRoom(text, destination);
        ref var source = ref MemoryMarshal.GetReference(text);
        ref var output = ref MemoryMarshal.GetReference(destination);
        ref var slots = ref SlotsOf(symbols);
        ref var pairs = ref PairsOf(symbols);
        nint at = 0, to = 0, lastWord = text.Length - sizeof(ulong);
        while (at <= lastWord)
        {
            StepByBranch(Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, at)), ref output, ref slots, ref pairs, ref at, ref to);
        }

        return EncodeRest(text, ref output, ref slots, ref pairs, at, to);
    }

    /// <summary>The same, for a table of symbols that are mostly short: what the next two bytes give is looked at first.</summary>
    /// <inheritdoc cref="EncodeInTurn"/>
    public static int EncodeShortSymbols(SymbolSlots symbols, ReadOnlySpan<byte> text, Span<byte> destination)
    {
        if (text.IsEmpty)
        {
            return 0;
        }

        RequireRoom(text, destination);
        ref var source = ref MemoryMarshal.GetReference(text);
        ref var output = ref MemoryMarshal.GetReference(destination);
        ref var slots = ref SlotsOf(symbols);
        ref var pairs = ref PairsOf(symbols);
        nint at = 0, to = 0, lastWord = text.Length - sizeof(ulong);
        while (at <= lastWord)
        {
            var word = Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref source, at));
            uint entry = Unsafe.Add(ref pairs, (nint)(ushort)word);
            if ((entry & SymbolSlots.GoesOn) != 0)
            {
                StepByBranch(word, ref output, ref slots, ref pairs, ref at, ref to);
                continue;
            }

            // Steps of constant lengths: the next one starts before this one's lookup has come back.
            Unsafe.Add(ref output, to) = (byte)entry;
            Unsafe.Add(ref output, to + 1) = (byte)word;
            if ((entry & (2 << SymbolSlots.LengthShift)) != 0)
            {
                to++;
                at += 2;
            }
            else
            {
                to += 1 + (nint)(entry >> SymbolSlots.EscapeShift);
                at++;
            }
        }

        return EncodeRest(text, ref output, ref slots, ref pairs, at, to);
    }

    /// <summary>Encodes what a word starts with. That a symbol is known is guessed, which is right where symbols are long.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static void StepByBranch(ulong word, ref byte output, ref SymbolSlots.Slot slots, ref ushort pairs, ref nint at, ref nint to)
    {
        ref var slot = ref SlotAt(ref slots, word);
        uint entry;
        if (slot.Symbol == word << slot.IgnoredBits)
        {
            entry = slot.Entry;
            Unsafe.Add(ref output, to) = (byte)entry;
            to++;
            at += (nint)(entry >> SymbolSlots.LengthShift);
            return;
        }

        entry = Unsafe.Add(ref pairs, (nint)(ushort)word);
        Unsafe.Add(ref output, to) = (byte)entry;
        Unsafe.Add(ref output, to + 1) = (byte)word;
        to += 1 + (nint)(entry >> SymbolSlots.EscapeShift);
        at += (nint)((entry >> SymbolSlots.LengthShift) & SymbolSlots.LengthMask);
    }

    /// <summary>Encodes the last bytes of a text, fewer than a word.</summary>
    /// <returns>Where the codes end.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int EncodeRest(ReadOnlySpan<byte> text, ref byte output, ref SymbolSlots.Slot slots, ref ushort pairs, nint at, nint to)
    {
        // No symbol has a zero, so none reaches into the zeros that stand for what is behind the text.
        nint end = text.Length;
        var rest = text.Length >= sizeof(ulong)
            ? Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref MemoryMarshal.GetReference(text), end - sizeof(ulong)))
            : LoadShort(text) << (8 * (sizeof(ulong) - text.Length));
        while (at < end)
        {
            StepByBranch(rest >> (int)(8 * (at - end + sizeof(ulong))), ref output, ref slots, ref pairs, ref at, ref to);
        }

        return (int)to;
    }

    /// <summary>One to seven bytes, the first one lowest, and zeros.</summary>
    private static ulong LoadShort(ReadOnlySpan<byte> text)
    {
        ref var source = ref MemoryMarshal.GetReference(text);
        if (text.Length >= sizeof(uint))
        {
            var last = text.Length - sizeof(uint);
            return Unsafe.ReadUnaligned<uint>(ref source) | ((ulong)Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref source, last)) << (8 * last));
        }

        var middle = text.Length >> 1;
        return source | ((ulong)Unsafe.Add(ref source, middle) << (8 * middle)) | ((ulong)Unsafe.Add(ref source, text.Length - 1) << (8 * (text.Length - 1)));
    }

    private static ref SymbolSlots.Slot SlotsOf(SymbolSlots symbols) => ref MemoryMarshal.GetArrayDataReference(symbols.Slots);

    private static ref ushort PairsOf(SymbolSlots symbols) => ref MemoryMarshal.GetArrayDataReference(symbols.Pairs);

    /// <summary>The slot of a word's first three bytes, as <see cref="SymbolSlots.PlaceOf"/> gives it: by its offset in bytes, without a
    /// multiplication by its size.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref SymbolSlots.Slot SlotAt(ref SymbolSlots.Slot slots, ulong word)
    {
        const int Shift = 32 - SymbolSlots.CountBits - SymbolSlots.SlotSizeBits;
        const uint WithinSlot = (1u << SymbolSlots.SlotSizeBits) - 1;
        return ref Unsafe.AddByteOffset(ref slots, (nuint)(((((uint)word & 0xFFFFFF) * SymbolSlots.Multiplier) >> Shift) & ~WithinSlot));
    }

    private static void RequireRoom(ReadOnlySpan<byte> text, Span<byte> destination)
    {
        // The steps are not checked one by one: none writes behind twice what it has read.
        _ = destination[2 * text.Length - 1];
    }
}
