using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Format;

namespace Blittable.Strings;

/// <summary>Names in codes of the general table, which has a symbol for every code but the escape: compared, measured and decoded where they lie.</summary>
/// <remarks>
/// A name's codes end where it does; nothing says how long its text is. Codes are any bytes at all: only an escape without a byte behind it means
/// nothing. Names are short, so the work is one short loop without calls.
/// </remarks>
internal static class NameCodesKernel
{
    /// <summary>A code stands for no more bytes than this.</summary>
    public const int MaxExpansion = SymbolTableView.MaxSymbolLength;

    /// <summary>Room behind a text that <see cref="Decode(ReadOnlySpan{byte}, Span{byte})"/> writes to.</summary>
    public const int Slack = sizeof(ulong);

    /// <summary>A symbol for each code; that of the escape has no bytes.</summary>
    private static readonly Symbol[] Symbols = MakeSymbols();

    /// <summary>Whether codes could stand for a text of that length.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool MayStandFor(uint codes, int length) => codes <= 2 * (uint)length && (uint)length <= MaxExpansion * codes;

    /// <summary>Whether codes stand for a text.</summary>
    /// <param name="codes">The first code.</param>
    /// <param name="count">Bytes of codes.</param>
    /// <param name="text">The text.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool AreEqual(ref byte codes, uint count, ReadOnlySpan<byte> text)
    {
        ref var symbols = ref MemoryMarshal.GetArrayDataReference(Symbols);
        ref var start = ref MemoryMarshal.GetReference(text);
        ref var end = ref Unsafe.Add(ref codes, (nint)count);
        nint at = 0, last = (nint)(uint)text.Length - sizeof(ulong);
        var tail = last >= 0 ? Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref start, last)) : OfShort(text) << (int)(8 * -last);
        while (Unsafe.IsAddressLessThan(ref codes, ref end))
        {
            nint code = codes;
            codes = ref Unsafe.Add(ref codes, 1);
            var symbol = Unsafe.Add(ref symbols, code);
            if (code == SymbolTableView.Escape)
            {
                if (!Unsafe.IsAddressLessThan(ref codes, ref end))
                {
                    return false;
                }

                symbol = new Symbol(codes, 1);
                codes = ref Unsafe.Add(ref codes, 1);
            }

            // No symbol has a zero, so none equals what stands behind the end.
            var rest = at <= last ? Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref start, at)) : tail >> (int)(8 * (at - last));
            if (((symbol.Bytes ^ rest) << (int)(64 - 8 * symbol.Length)) != 0)
            {
                return false;
            }

            at += symbol.Length;
        }

        return at == last + sizeof(ulong);
    }

    /// <summary>Whether codes stand for a text.</summary>
    public static bool AreEqual(ReadOnlySpan<byte> codes, ReadOnlySpan<byte> text) =>
        MayStandFor((uint)codes.Length, text.Length) && AreEqual(ref MemoryMarshal.GetReference(codes), (uint)codes.Length, text);

    /// <summary>Bytes of the text that codes stand for; -1 where the last is an escape.</summary>
    public static int Measure(ReadOnlySpan<byte> codes)
    {
        ref var symbols = ref MemoryMarshal.GetArrayDataReference(Symbols);
        var length = 0;
        for (var i = 0; i < codes.Length; i++)
        {
            length += Unsafe.Add(ref symbols, (nint)codes[i]).Length;
            if (codes[i] == SymbolTableView.Escape)
            {
                length++;
                if (++i == codes.Length)
                {
                    return -1;
                }
            }
        }

        return length;
    }

    /// <summary>Writes the text that codes stand for, which <see cref="Measure"/> knows.</summary>
    /// <param name="codes">The codes.</param>
    /// <param name="destination">Room for the text and <see cref="Slack"/> bytes.</param>
    /// <returns>Bytes of text.</returns>
    public static int Decode(ReadOnlySpan<byte> codes, Span<byte> destination)
    {
        ref var symbols = ref MemoryMarshal.GetArrayDataReference(Symbols);
        var at = 0;
        for (var i = 0; i < codes.Length; i++)
        {
            if (codes[i] == SymbolTableView.Escape)
            {
                destination[at++] = codes[++i];
                continue;
            }

            var symbol = Unsafe.Add(ref symbols, (nint)codes[i]);
            MemoryMarshal.Write(destination[at..], symbol.Bytes);
            at += symbol.Length;
        }

        return at;
    }

    /// <summary>The text that codes stand for, as a new array.</summary>
    /// <exception cref="BlittableException">The last code is an escape.</exception>
    public static byte[] Decode(ReadOnlySpan<byte> codes)
    {
        var text = new byte[RequireLength(codes) + Slack];
        return text[..Decode(codes, text)];
    }

    /// <summary>Writes the text that codes stand for, if there is room.</summary>
    /// <exception cref="BlittableException">The last code is an escape.</exception>
    public static bool TryDecode(ReadOnlySpan<byte> codes, Span<byte> destination, out int written)
    {
        var length = RequireLength(codes);
        written = 0;
        if (destination.Length < length)
        {
            return false;
        }

        var rented = ArrayPool<byte>.Shared.Rent(length + Slack);
        written = Decode(codes, rented);
        rented.AsSpan(0, written).CopyTo(destination);
        ArrayPool<byte>.Shared.Return(rented);
        return true;
    }

    private static int RequireLength(ReadOnlySpan<byte> codes)
    {
        var length = Measure(codes);
        if (length < 0)
        {
            ThrowHelper.InvalidNameCodes(0);
        }

        return length;
    }

    private static Symbol[] MakeSymbols()
    {
        var table = GeneralSymbols.Table.Expanded;
        var symbols = new Symbol[1 << 8];
        for (var code = 0; code < symbols.Length; code++)
        {
            symbols[code] = new Symbol(table.Words[code], table.Lengths[code]);
        }

        return symbols;
    }

    /// <summary>Bytes that codes of a text may take, and some behind them that make coding faster.</summary>
    public static int MaxEncodedLength(int length) => SymbolTable.MaxCompressedLength(length) + SymbolVectorKernel.Slack;

    /// <summary>Codes a text.</summary>
    /// <param name="text">The text.</param>
    /// <param name="destination">At least two bytes for each of the text, better <see cref="MaxEncodedLength"/>; what lies behind the codes may be
    /// overwritten.</param>
    /// <returns>Bytes of codes.</returns>
    public static int Encode(ReadOnlySpan<byte> text, Span<byte> destination) => GeneralSymbols.Table.Compress(text, destination);

    /// <summary>Whether a text is coded as it has to be: by the longest symbol at each step. Readers compare codes, so a name has one coding.</summary>
    /// <param name="codes">The codes.</param>
    /// <param name="text">The text that they stand for.</param>
    public static bool IsCoding(ReadOnlySpan<byte> codes, ReadOnlySpan<byte> text)
    {
        var rented = ArrayPool<byte>.Shared.Rent(MaxEncodedLength(text.Length));
        var length = Encode(text, rented);
        var isCoding = codes.SequenceEqual(rented.AsSpan(0, length));
        ArrayPool<byte>.Shared.Return(rented);
        return isCoding;
    }

    /// <summary>The bytes of a text of less than eight, the first one lowest.</summary>
    private static ulong OfShort(ReadOnlySpan<byte> text)
    {
        ulong word = 0;
        for (var i = text.Length - 1; i >= 0; i--)
        {
            word = (word << 8) | text[i];
        }

        return word;
    }
}
