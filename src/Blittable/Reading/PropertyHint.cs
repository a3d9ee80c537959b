using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Remembers where a name stood in the shape of one object, and what must be equal in another object for the name to stand there too.</summary>
/// <remarks>
/// <para>Shapes of a dictionary never change: the object's tag, the number of its shape and the dictionary's identity prove the hint.</para>
/// <para>Shapes of a document are proved by their block. Blocks with equal flags and counts have their parts at the same offsets. If the ends around the
/// name are equal, and so is the text between them, the name stands there; such a block has no duplicates, so that the name stands nowhere else. If the
/// last end is equal too, all that follows the names is at the same offset. Offsets count from the block's first byte, so that no load waits for
/// another.</para>
/// <para>Threads share instances. All that is compared is immutable; the count of misses may lose some without harm.</para>
/// </remarks>
internal sealed class PropertyHint
{
    /// <summary>A hint that fits no object: it has the tag of no object.</summary>
    public static readonly PropertyHint None = new();

    /// <summary>Misses after which the first hint of a name is replaced, and after which any is.</summary>
    private const int LeastPatience = 1, MostPatience = 4096;

    private int _patience = LeastPatience;
    private int _misses;

    private PropertyHint() => HeadMask = byte.MaxValue;

    private PropertyHint(uint tag, uint slotsAt, uint ordinal, NameWords name)
    {
        var slot = (int)(tag - Tag.ObjectWithShape) % SlotWidths;
        HeadMask = byte.MaxValue;
        Head = tag;
        SlotEnd = slotsAt + ((ordinal + 1) << slot);
        SlotShift = 32 - (8 << slot);
        Name = name;
    }

    /// <summary>Counts a miss, and gets whether there have been so many that another shape deserves the hint.</summary>
    public bool IsExhausted() => ++_misses >= _patience;

    /// <summary>Takes the place of another hint, for twice as many misses: objects of several shapes in turn soon leave the hint alone, and nothing is allocated for them.</summary>
    public void Follow(PropertyHint other) => _patience = other == None ? LeastPatience : Math.Min(2 * other._patience, MostPatience);

    /// <summary>Gets which bits of the object's first two bytes are compared.</summary>
    public uint HeadMask { get; private init; }

    /// <summary>Gets the object's tag, and for a shape of a dictionary the number of the shape in the byte after it.</summary>
    public uint Head { get; private init; }

    /// <summary>Gets the identity of the dictionary; 0 where the shape belongs to the document.</summary>
    public long Dictionary { get; private init; }

    /// <summary>Gets the words of the name.</summary>
    public NameWords Name { get; }

    /// <summary>Gets where the property's slot ends, from the object's tag on.</summary>
    public uint SlotEnd { get; }

    /// <summary>Gets how far four bytes that end where the slot ends are shifted to leave the slot alone.</summary>
    public int SlotShift { get; }

    /// <summary>Gets how many bytes from the block's first on must be there for all comparisons.</summary>
    public uint Reach { get; private init; }

    /// <summary>Gets the block's first two bytes: flags and count.</summary>
    public uint BlockHead { get; private init; }

    /// <summary>Gets the offset of the end before the name and of the name's own end, which are compared as one word.</summary>
    public uint EndAt { get; private init; }

    public uint EndMask { get; private init; }

    public uint End { get; private init; }

    /// <summary>Gets the offset of the last end.</summary>
    public uint LastEndAt { get; private init; }

    public uint LastEndMask { get; private init; }

    public uint LastEnd { get; private init; }

    /// <summary>Gets the offset of the name in its block, or in the bytes of the dictionary's shapes.</summary>
    public uint TextAt { get; private init; }

    private static int SlotWidths => Tag.ObjectWithShapeLast - Tag.ObjectWithShape + 1;

    /// <summary>Remembers a name of a shape of a dictionary.</summary>
    /// <param name="tag">The object's tag.</param>
    /// <param name="number">The number of the shape, of one byte.</param>
    /// <param name="dictionary">The identity of the dictionary.</param>
    /// <param name="ordinal">The name's ordinal.</param>
    /// <param name="textAt">Where the name is in the dictionary's bytes.</param>
    /// <param name="name">The name.</param>
    public static PropertyHint OfDictionary(uint tag, uint number, long dictionary, uint ordinal, uint textAt, NameWords name) =>
        new(tag, 2, ordinal, name) { HeadMask = ushort.MaxValue, Head = tag | (number << 8), Dictionary = dictionary, TextAt = textAt };

    /// <summary>Remembers a name of a shape of a document, whose block has neither index nor duplicates and at most 127 names.</summary>
    /// <param name="tag">The object's tag.</param>
    /// <param name="flags">The block's flags.</param>
    /// <param name="count">Names of the block.</param>
    /// <param name="ordinal">The name's ordinal.</param>
    /// <param name="start">Where the name starts among the names.</param>
    /// <param name="lastEnd">Where the last name ends.</param>
    /// <param name="name">The name.</param>
    /// <returns>Null for ends of 4 bytes, two of which are not a word.</returns>
    public static PropertyHint? OfDocument(uint tag, uint flags, uint count, uint ordinal, uint start, uint lastEnd, NameWords name)
    {
        var endShift = (int)(flags & ShapeBlock.EndSizeMask);
        if (endShift > 1)
        {
            return null;
        }

        var ends = 2 + ((flags & ShapeBlock.HasFingerprints) != 0 ? count : 0);
        var names = ends + (count << endShift);
        var endBits = 8 << endShift;
        var endMask = uint.MaxValue >> (32 - endBits);
        var end = start + name.Length;
        var slots = tag <= Tag.ObjectWithShapeLast ? 1 + names + lastEnd : 2;
        return new(tag, slots, ordinal, name)
        {
            BlockHead = flags | (count << 8),
            EndAt = ordinal == 0 ? ends : ends + ((ordinal - 1) << endShift),
            EndMask = ordinal == 0 ? endMask : endMask | (endMask << endBits),
            End = ordinal == 0 ? end : start | (end << endBits),
            LastEndAt = names - (1u << endShift),
            LastEndMask = endMask,
            LastEnd = lastEnd,
            TextAt = names + start,
            Reach = names + Math.Max(lastEnd, Math.Max(start + sizeof(ulong), sizeof(uint))),
        };
    }
}
