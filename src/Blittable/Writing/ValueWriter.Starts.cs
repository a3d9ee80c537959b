using System.Numerics;
using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Reading;
using Blittable.Text;

namespace Blittable.Writing;

/// <content>
/// A string that begins like an earlier one holds that one's address and its own rest: web addresses, paths, sentences of one pattern.
/// A string that takes half of its text from an earlier one is not remembered, as strings like it will find the earlier one; others are, until the
/// chain is as deep as the format allows.
/// </content>
internal sealed unsafe partial class ValueWriter
{
    /// <summary>Bytes that a start must save: one; more if only this makes the trailer record the limits of the document.</summary>
    private const int MinGain = 1, MinFirstGain = 8;

    /// <summary>Bytes of a start that are given up for a string that is less deep: they save about as much, and one decoding less is needed.</summary>
    private const int MaxGivenUp = 8;

    private readonly StringStarts _starts = new();

    /// <summary>About how many bytes the last string saved that was looked for in <see cref="_starts"/>.</summary>
    private int _savedByStart;

    private ReadOnlySpan<byte> Written => new(Start, Length);

    private SymbolTableView SymbolsInUse => Symbols is null ? default : Symbols.View;

    /// <summary>Looks for a string that begins like this one; if there is one that is worth it, writes a reference to its start.</summary>
    /// <param name="text">The string, at least <see cref="StringStarts.MinLength"/> bytes.</param>
    /// <param name="length">Its bytes.</param>
    /// <param name="inPlace">Whether it stands <see cref="LongStringHeader"/> bytes after the cursor; its rest then stands so after the new one.</param>
    /// <param name="token">Where it comes from, if it comes from <see cref="Source"/>.</param>
    /// <returns>Bytes at the start of the text that need not be written any more.</returns>
    private int WriteStart(byte* text, int length, bool inPlace, SourceToken token)
    {
        _savedByStart = 0;
        ref var entry = ref _starts.Of(*(ulong*)text, *(ulong*)(text + sizeof(ulong)), out var key);

        // Whether the text was copied before it came here depends on the window that it was read in, and must not matter.
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
                if (inPlace)
                {
                    Buffer.MemoryCopy(text + start, Cursor + LongStringHeader, length - start, length - start);
                }

                return start;
            }
        }

        entry = new StringStarts.Entry(Length, source, (byte)Math.Min(length, byte.MaxValue), 0, key);
        return 0;
    }

    /// <summary>About how many bytes a start saves.</summary>
    private int StartSaves(int origin, int start) =>
        Start[origin] is >= Tag.ShortString and <= Tag.ShortStringLast or Tag.String16 or Tag.String32 ? start
        : Compression == StringCompression.Smaz ? start / 2 : start / 3;

    /// <summary>Where a start is to be taken from, and the depth of a string that does: if (nearly) all of it was taken already, from where it was.</summary>
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

    /// <summary>How many bytes a text begins with that an earlier string does too.</summary>
    private int CommonStart(in StringStarts.Entry entry, byte* text, int length, int source)
    {
        var most = Math.Min(length, entry.Length);
        return source >= 0 && entry.Source >= 0
            ? new ReadOnlySpan<byte>(text, most).CommonPrefixLength(new ReadOnlySpan<byte>(Source + entry.Source, most))
            : CommonDecodedStart(entry, new ReadOnlySpan<byte>(text, most));
    }

    /// <summary>The same where the earlier text has to be decoded: so only of one that is short.</summary>
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

/// <summary>Which earlier string a string may begin like: for given first bytes the last one that was not itself mostly a repetition.</summary>
/// <remarks>The caller compares what it finds. A new string takes the place of an old one, so that neither time nor memory depends on what is
/// written.</remarks>
internal sealed class StringStarts
{
    /// <summary>The bytes at their start that two strings must have in common.</summary>
    public const int KeyLength = 16;

    /// <summary>Shorter strings have too little in common, or too little else, to be worth a look.</summary>
    public const int MinLength = 20;

    /// <summary>Bytes of a text for an entry; and how many entries there are at least and at most.</summary>
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

    /// <summary>The entry for strings that begin with the <see cref="KeyLength"/> bytes of these two words.</summary>
    public ref Entry Of(ulong first, ulong second, out ushort key)
    {
        var hash = SeededHash.Fold(first ^ 0x9E3779B97F4A7C15, second ^ 0xD6E8FEB86659FD93);
        key = (ushort)hash;
        return ref _entries[(int)(hash >> _shift)];
    }

    /// <param name="Address">Where the string is in the document.</param>
    /// <param name="Source">Where its text is in what is converted; -1 if it is not there as it is.</param>
    /// <param name="Length">Bytes of its text, or 255 if it has more; 0 if there is no string.</param>
    /// <param name="Depth">The length of the chain of strings from which its start comes.</param>
    /// <param name="Key">Bits of the hash of its first bytes: only texts with the same ones are compared with it.</param>
    public readonly record struct Entry(int Address, int Source, byte Length, byte Depth, ushort Key);
}
