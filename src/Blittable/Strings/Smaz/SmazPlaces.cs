using System.Buffers.Binary;
using System.Runtime.Intrinsics;

namespace Blittable.Strings;

/// <summary>Tables of the symbols with a place for each verbatim byte too, so that both are looked up in the same way.</summary>
/// <remarks>
/// <code>
/// place        what it is
///   0 .. 253   a code: its symbol
/// 254 .. 255   the codes that announce verbatim bytes: no text
/// 256 + byte   a verbatim byte
/// </code>
/// </remarks>
internal static class SmazPlaces
{
    /// <summary>The classes of symbols, a bit each; what is left of a byte is for verbatim bytes.</summary>
    public const byte SymbolClasses = 0x1F;

    /// <summary>The class of control characters.</summary>
    private const byte ControlClass = 0x20;

    /// <summary>The place of the verbatim byte 0.</summary>
    public const int Verbatim = 256;

    /// <summary>Bits of each of the two lengths in an entry of <see cref="Escaped"/>.</summary>
    private const int LengthBits = 4;

    /// <summary>Entries as of <see cref="SmazCodebook.Entries"/>.</summary>
    public static readonly ulong[] Plain = MakePlain();

    /// <summary>The same, escaped as in JSON: with that length, above it the plain one. None exceeds <see cref="SmazCodebook.MaxSymbolLength"/>.</summary>
    public static readonly ulong[] Escaped = MakeEscaped();

    /// <summary>Escaped as well, with the escaped length alone.</summary>
    public static readonly ulong[] Texts = MakeTexts();

    /// <summary>For each lower half of a code or verbatim byte the classes of those that JSON escapes.</summary>
    public static readonly Vector256<byte> LowerHalves = Classify(out UpperHalves);

    /// <summary>For each upper half the classes that are possible.</summary>
    public static readonly Vector256<byte> UpperHalves;

    /// <summary>The classes of codes and bytes that escaping may make longer by more than one byte.</summary>
    public static readonly byte LongEscapes = FindLongEscapes();

    /// <summary>The length in an entry of <see cref="Escaped"/>.</summary>
    public static int EscapedLengthOf(ulong entry) => SmazCodebook.LengthOf(entry) & ((1 << LengthBits) - 1);

    /// <summary>In such an entry the length without escapes.</summary>
    public static int PlainLengthOf(ulong entry) => SmazCodebook.LengthOf(entry) >> LengthBits;

    // These run once, mostly for the first text of a process: plain loops are what the compiler is done with soonest.
    private static ulong[] MakePlain()
    {
        var entries = new ulong[2 * Verbatim];
        SmazCodebook.Entries.CopyTo(entries, 0);
        for (var value = 0; value < Verbatim; value++)
        {
            entries[Verbatim + value] = (uint)value | (1UL << SmazCodebook.LengthShift);
        }

        return entries;
    }

    private static ulong[] MakeEscaped()
    {
        var entries = new ulong[Plain.Length];
        for (var place = 0; place < entries.Length; place++)
        {
            entries[place] = Escape(Plain[place]);
        }

        return entries;
    }

    private static unsafe ulong Escape(ulong entry)
    {
        ulong escaped = 0;
        var plainLength = SmazCodebook.LengthOf(entry);
        var length = 0;
        for (var i = 0; i < plainLength; i++)
        {
            ulong letters = (byte)(entry >> (8 * i));
            var count = 1;
            if (!EscapeKernel.IsPlain((byte)letters))
            {
                count = (int)(EscapeKernel.Escape((byte*)&letters, (byte)letters) - (byte*)&letters);
                letters = BitConverter.IsLittleEndian ? letters : BinaryPrimitives.ReverseEndianness(letters);
            }

            escaped |= letters << (8 * length);
            length += count;
        }

        return escaped | ((ulong)(length | (plainLength << LengthBits)) << SmazCodebook.LengthShift);
    }

    /// <summary>Codes with the same upper half are a class; verbatim bytes have three: control characters, the quotation mark and the backslash.</summary>
    private static Vector256<byte> Classify(out Vector256<byte> upperHalves)
    {
        const byte quotationMark = 0x40, backslash = 0x80;
        var lower = new byte[Vector128<byte>.Count];
        var upper = new byte[Vector128<byte>.Count];
        for (var i = 0; i < lower.Length; i++)
        {
            lower[i] = ControlClass;
        }

        var next = 1;
        for (var code = 0; code < SmazCodebook.SymbolCount; code++)
        {
            if (EscapedLengthOf(Escaped[code]) == PlainLengthOf(Escaped[code]))
            {
                continue;
            }

            if (upper[code >> 4] == 0)
            {
                upper[code >> 4] = (byte)next;
                next <<= 1;
            }

            lower[code & 0x0F] |= upper[code >> 4];
        }

        upper[0] |= ControlClass;
        upper[1] |= ControlClass;
        lower['"' & 0x0F] |= quotationMark;
        upper['"' >> 4] |= quotationMark;
        lower['\\' & 0x0F] |= backslash;
        upper['\\' >> 4] |= backslash;
        upperHalves = Vector256.Create(Vector128.Create(upper), Vector128.Create(upper));
        return Vector256.Create(Vector128.Create(lower), Vector128.Create(lower));
    }

    private static ulong[] MakeTexts()
    {
        const ulong length = (ulong)byte.MaxValue << SmazCodebook.LengthShift;
        var texts = new ulong[Escaped.Length];
        for (var place = 0; place < texts.Length; place++)
        {
            texts[place] = (Escaped[place] & ~length) | ((ulong)EscapedLengthOf(Escaped[place]) << SmazCodebook.LengthShift);
        }

        return texts;
    }

    private static byte FindLongEscapes()
    {
        var classes = ControlClass;
        for (var code = 0; code < SmazCodebook.SymbolCount; code++)
        {
            if (EscapedLengthOf(Escaped[code]) > PlainLengthOf(Escaped[code]) + 1)
            {
                classes |= (byte)(LowerHalves[code & 0x0F] & UpperHalves[code >> 4] & SymbolClasses);
            }
        }

        return classes;
    }
}
