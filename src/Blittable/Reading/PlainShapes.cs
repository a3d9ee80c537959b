using System.Numerics;
using System.Runtime.CompilerServices;
using Blittable.Format;
using Blittable.Strings;

namespace Blittable.Reading;

/// <summary>Coded shapes with their names decoded: the blocks as they would be without coding.</summary>
/// <remarks>
/// Blocks are remembered by their bytes, whichever document they are of, in a table of bounded size that all threads share: an entry is immutable
/// and published by one store, and one that is replaced lives on for callers that hold its names. So a name that was handed out stays what
/// it is, and shapes that come again cost a hash and a comparison. Where the place of a block is taken it is remembered only now and then: shapes
/// that never come again, maps whose keys are data, would otherwise allocate whenever they are enumerated.
/// </remarks>
internal static class PlainShapes
{
    /// <summary>Bytes behind a decoded block that may be read.</summary>
    public const int Slack = 64;

    /// <summary>Blocks remembered, and the longest one that is: at most 16 MB together, as a rule a hundredth of that.</summary>
    private const int MaxEntries = 1 << 12, MaxRemembered = 1 << 12;

    private static readonly ulong Seed = (ulong)Random.Shared.NextInt64();
    private static readonly Entry?[] Entries = new Entry?[MaxEntries];

    private static SeldomClock s_replacements;

    /// <summary>The shape itself if its names are not coded, else the same with its names decoded.</summary>
    /// <exception cref="BlittableException">The block is damaged.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ShapeBlock Of(ShapeBlock shape) => shape.AreNamesCoded ? ShapeBlock.Read(Remembered(shape) ?? Decode(shape), 0) : shape;

    /// <summary>The decoded block of a coded shape, and <see cref="Slack"/> bytes behind it, if it is remembered or will be from now on; else null.</summary>
    /// <exception cref="BlittableException">The block is damaged.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static byte[]? Remembered(scoped in ShapeBlock shape) => Find(shape.Bytes) ?? Remember(shape);

    /// <summary>The decoded block of one that is remembered, by the bytes that are coded; else null.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static byte[]? Find(ReadOnlySpan<byte> coded)
    {
        var entry = Volatile.Read(ref Entries[HashOf(coded) % MaxEntries]);
        return entry is not null && coded.SequenceEqual(entry.Coded) ? entry.Plain : null;
    }

    /// <summary>The decoded block of one that is not remembered, if it will be from now on; else null.</summary>
    /// <exception cref="BlittableException">The block is damaged.</exception>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static byte[]? Remember(ShapeBlock shape)
    {
        var coded = shape.Bytes;
        ref var place = ref Entries[HashOf(coded) % MaxEntries];
        if (coded.Length > MaxRemembered || (Volatile.Read(ref place) is not null && !s_replacements.IsDue()))
        {
            return null;
        }

        var plain = Decode(shape);
        if (plain.Length <= MaxRemembered)
        {
            Volatile.Write(ref place, new Entry(coded.ToArray(), plain));
        }

        return plain;
    }

    /// <summary>A hash of the bytes that tell most blocks apart: the first ones (count, fingerprints, ends), the middle and the end.</summary>
    /// <remarks>Its multiplications are independent: every enumeration waits for the result.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong HashOf(ReadOnlySpan<byte> coded)
    {
        const int shortest = 32, pair = 16;
        if (coded.Length < shortest)
        {
            return SeededHash.Of(coded, Seed);
        }

        return FoldPair(coded, 0, Seed)
            ^ FoldPair(coded, pair, ~Seed)
            ^ FoldPair(coded, (coded.Length >> 1) - (pair / 2), BitOperations.RotateLeft(Seed, 21))
            ^ FoldPair(coded, coded.Length - pair, BitOperations.RotateLeft(Seed, 42) ^ (uint)coded.Length);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong FoldPair(ReadOnlySpan<byte> bytes, int offset, ulong seed) =>
        SeededHash.Fold(RawBytes.ReadUInt64(bytes, offset) ^ seed, RawBytes.ReadUInt64(bytes, offset + sizeof(ulong)) ^ BitOperations.RotateLeft(seed, 9));

    /// <summary>Bytes of the decoded block of a coded shape, with <see cref="Slack"/> bytes behind it.</summary>
    /// <param name="shape">The coded block.</param>
    /// <param name="endSize">0, 1 or 2 for end offsets of 1, 2 or 4 bytes in the decoded one.</param>
    /// <exception cref="BlittableException">The block is damaged.</exception>
    public static int DecodedLength(scoped in ShapeBlock shape, out int endSize)
    {
        var names = 0L;
        for (var i = 0; i < shape.Count; i++)
        {
            var length = NameCodesKernel.Measure(shape.StoredName(i));
            if (length < 0)
            {
                ThrowHelper.InvalidNameCodes(shape.Address);
            }

            names += length;
        }

        endSize = ShapeBlockWriter.EndSize(names);
        var total = shape.EndsAddress - shape.Address + ((long)shape.Count << endSize) + names + Slack;
        if (total > Array.MaxLength)
        {
            ThrowHelper.InvalidCount(names, "characters of names", shape.Address);
        }

        return (int)total;
    }

    /// <summary>Decodes a coded shape.</summary>
    /// <param name="shape">The coded block.</param>
    /// <param name="endSize">What <see cref="DecodedLength"/> gave for it.</param>
    /// <param name="plain">As many bytes as it said.</param>
    public static void Decode(scoped in ShapeBlock shape, int endSize, Span<byte> plain)
    {
        // Count, fingerprints and index stay as they are; only ends and names differ.
        var head = shape.EndsAddress - shape.Address;
        shape.Bytes[..head].CopyTo(plain);
        plain[0] = (byte)((shape.Flags & ~(ShapeBlock.HasCodedNames | ShapeBlock.EndSizeMask)) | endSize);
        var ends = plain.Slice(head, shape.Count << endSize);
        var text = plain[(head + ends.Length)..];
        var end = 0;
        for (var i = 0; i < shape.Count; i++)
        {
            end += NameCodesKernel.Decode(shape.StoredName(i), text[end..]);
            ShapeBlockWriter.WriteInteger(ends[(i << endSize)..], end, 1 << endSize);
        }
    }

    private static byte[] Decode(scoped in ShapeBlock shape)
    {
        var plain = new byte[DecodedLength(shape, out var endSize)];
        Decode(shape, endSize, plain);
        return plain;
    }

    private sealed record Entry(byte[] Coded, byte[] Plain);
}
