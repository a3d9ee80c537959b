using System.Numerics;
using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Reading;
using Blittable.Text;

namespace Blittable.Writing;

/// <content>
/// Lets a string that shares its beginning with an earlier string store the address of that string and its own remainder. This suits URLs, paths and sentences
/// with a common pattern. A string that takes half of its text from an earlier one is not stored for reuse, because similar strings will find the earlier one.
/// Other strings are stored until the chain reaches the maximum depth of the format.
/// </content>
internal sealed unsafe partial class ValueWriter
{
    /// <summary>The number of bytes that a shared beginning must save, normally and if it alone requires the trailer to store the document's limits.</summary>
    private const int MinGain = 1, MinFirstGain = 8;

    /// <summary>The number of shared bytes given up for a string with a smaller depth, which saves about as much and needs one less decoding.</summary>
    private const int MaxGivenUp = 8;

    private readonly StringStarts _starts = new();

    /// <summary>The approximate number of bytes saved by the last lookup in <see cref="_starts"/>.</summary>
    private int _savedByStart;

    private ReadOnlySpan<byte> Written => new(Start, Length);

    private SymbolTableView SymbolsInUse => Symbols is null ? default : Symbols.View;

    /// <summary>Searches for a string with the same beginning, and writes a reference to it if that pays.</summary>
    /// <param name="text">The text, at least <see cref="StringStarts.MinLength"/> bytes.</param>
    /// <param name="length">The length in bytes.</param>
    /// <param name="header">The number of bytes between the cursor and the text; 0 if the text does not follow the cursor. Otherwise, the remainder is moved to that
    /// distance after the new cursor.</param>
    /// <param name="token">The position of the string in <see cref="Source"/>, if known.</param>
    /// <returns>The number of bytes at the start of the text that are covered by the reference.</returns>
    private int WriteStart(byte* text, int length, int header, SourceToken token)
    {
        _savedByStart = 0;
        ref var entry = ref _starts.Of(*(ulong*)text, *(ulong*)(text + sizeof(ulong)), out var key);

        // Whether the text was already copied depends on the read window, and must not affect the output.
        var source = token.IsKnown ? token.Text : -1;
        var start = entry.Length > 0 && entry.Key == key ? CommonStart(entry, text, length, source) : 0;
        var isHalf = 2 * start >= length;
        if (start >= StringStarts.KeyLength && (isHalf || entry.Depth + 1 < ContinuedText.MaxDepth))
        {
            var (origin, depth) = Origin(entry, ref start);
            var distance = (uint)(Length - origin);
            var saved = StartSaves(origin, start) - 2 - Varint.Length(distance);
            if (saved >= (_hasShared ? MinGain : MinFirstGain))
            {
                if (!isHalf && depth < ContinuedText.MaxDepth)
                {
                    entry = new StringStarts.Entry(Length, source, (byte)Math.Min(length, byte.MaxValue), (byte)depth, key);
                }

                _savedByStart = saved;
                *(ushort*)Cursor = (ushort)(Tag.ContinuedString | start << 8);
                Cursor = WriteVarint(Cursor + sizeof(ushort), distance);
                _hasShared = true;
                if (header != 0)
                {
                    Buffer.MemoryCopy(text + start, Cursor + header, length - start, length - start);
                }

                return start;
            }
        }

        entry = new StringStarts.Entry(Length, source, (byte)Math.Min(length, byte.MaxValue), 0, key);
        return 0;
    }

    /// <summary>Estimates the number of bytes saved by a shared beginning.</summary>
    private int StartSaves(int origin, int start) =>
        Start[origin] is >= Tag.ShortString and <= Tag.ShortStringLast or Tag.String16 or Tag.String32 ? start
        : UsesSmazOnly ? start / 2 : start / 3;

    /// <summary>Returns the string that provides the beginning, and the depth of a string that uses it. Follows the chain while an earlier string provides
    /// (nearly) all of it.</summary>
    private (int Address, int Depth) Origin(in StringStarts.Entry entry, ref int start)
    {
        var (address, depth) = (entry.Address, entry.Depth + 1);
        while (Start[address] == Tag.ContinuedString && Start[address + 1] + MaxGivenUp >= start)
        {
            start = Math.Min(start, Start[address + 1]);
            ContinuedText.Read(Written, address, out _, out address);
            depth--;
        }

        return (address, depth);
    }

    /// <summary>Returns the length of the common prefix of a text and an earlier string.</summary>
    private int CommonStart(in StringStarts.Entry entry, byte* text, int length, int source)
    {
        var most = Math.Min(length, entry.Length);
        return source >= 0 && entry.Source >= 0
            ? new ReadOnlySpan<byte>(text, most).CommonPrefixLength(new ReadOnlySpan<byte>(Source + entry.Source, most))
            : CommonDecodedStart(entry, new ReadOnlySpan<byte>(text, most));
    }

    /// <summary>Returns the length of the common prefix with an earlier string that must be decoded. Limited to short strings.</summary>
    [SkipLocalsInit]
    private int CommonDecodedStart(in StringStarts.Entry entry, ReadOnlySpan<byte> text)
    {
        Span<byte> earlier = stackalloc byte[ContinuedText.MaxStart + EncodedText.Slack];
        return entry.Length < byte.MaxValue && ContinuedText.TryDecode(Written, entry.Address, text.Length, SymbolsInUse, earlier, depth: 0)
            ? text.CommonPrefixLength(earlier[..text.Length])
            : 0;
    }

    [SkipLocalsInit]
    private bool IsEqualContinued(int address, ReadOnlySpan<byte> text)
    {
        var rest = ContinuedText.Read(Written, address, out var start, out var origin);
        Span<byte> earlier = stackalloc byte[ContinuedText.MaxStart + EncodedText.Slack];
        return text.Length >= start
            && ContinuedText.TryDecode(Written, origin, start, SymbolsInUse, earlier, depth: 1)
            && text.StartsWith(earlier[..start])
            && IsEqualString(rest, text[start..]);
    }
}

/// <summary>Finds an earlier string with the same beginning: for given first bytes, the last string that was not itself mostly a repetition.</summary>
/// <remarks>The caller compares the result. A new string replaces an old one, so time and memory are bounded for any input.</remarks>
internal sealed class StringStarts
{
    /// <summary>The minimum number of bytes that two strings must have in common.</summary>
    public const int KeyLength = 16;

    /// <summary>The minimum length of a string that is looked up. Shorter strings share too little or have too little remainder.</summary>
    public const int MinLength = 20;

    /// <summary>The number of text bytes per entry, and the minimum and maximum number of entries.</summary>
    private const int BytesPerEntry = 512, MinEntries = 16, MaxEntries = 1 << 12;

    private Entry[] _entries = new Entry[MinEntries];
    private int _shift;

    /// <summary>Clears the table, and sets its size in proportion to the next text.</summary>
    public void Clear(long expectedInput)
    {
        var used = (int)BitOperations.RoundUpToPowerOf2((ulong)Math.Clamp(expectedInput / BytesPerEntry, MinEntries, MaxEntries));
        if (_entries.Length < used)
        {
            _entries = new Entry[used];
        }

        _shift = 64 - BitOperations.TrailingZeroCount(used);
        _entries.AsSpan(0, used).Clear();
    }

    /// <summary>Returns the entry for strings that begin with the <see cref="KeyLength"/> bytes of these two words.</summary>
    public ref Entry Of(ulong first, ulong second, out ushort key)
    {
        var hash = SeededHash.Fold(first ^ 0x9E3779B97F4A7C15, second ^ 0xD6E8FEB86659FD93);
        key = (ushort)hash;
        return ref _entries[(int)(hash >> _shift)];
    }

    /// <param name="Address">The address of the string in the document.</param>
    /// <param name="Source">The offset of its text in the converted input; -1 if the text is not there verbatim.</param>
    /// <param name="Length">The length of its text in bytes, at most 255; 0 for an empty entry.</param>
    /// <param name="Depth">The length of the chain of strings that provide its beginning.</param>
    /// <param name="Key">Bits of the hash of its first bytes. Only texts with equal bits are compared.</param>
    public readonly record struct Entry(int Address, int Source, byte Length, byte Depth, ushort Key);
}
