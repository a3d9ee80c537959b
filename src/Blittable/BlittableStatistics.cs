namespace Blittable;

/// <summary>Represents the size of one or more documents, by purpose of the bytes. The parts add up to <see cref="TotalBytes"/>.</summary>
public sealed record BlittableStatistics
{
    /// <summary>Gets the number of documents.</summary>
    public long Documents { get; init; }

    /// <summary>Gets the number of stored objects. A shared object is counted once.</summary>
    public long Objects { get; init; }

    /// <summary>Gets the number of stored arrays. A shared array is counted once.</summary>
    public long Arrays { get; init; }

    /// <summary>Gets the number of stored strings, without dates. A shared string is counted once.</summary>
    public long Strings { get; init; }

    /// <summary>Gets the number of stored numbers. A shared number is counted once.</summary>
    public long Numbers { get; init; }

    /// <summary>Gets the number of stored dates. A shared date is counted once.</summary>
    public long Dates { get; init; }

    /// <summary>Gets the total size of the documents, in bytes.</summary>
    public long TotalBytes { get; init; }

    /// <summary>Gets the size of the stored property names, in bytes.</summary>
    public long NameBytes { get; init; }

    /// <summary>Gets the UTF-8 size of the stored property names. Names are stored uncompressed, so it equals <see cref="NameBytes"/>.</summary>
    public long NameTextBytes { get; init; }

    /// <summary>Gets the size of the shapes, in bytes: the end offsets, fingerprints and indexes of names, the shape table, and the shape numbers of
    /// objects.</summary>
    public long ShapeBytes { get; init; }

    /// <summary>Gets the size of slots and references, which locate values, in bytes.</summary>
    public long SlotBytes { get; init; }

    /// <summary>Gets the size of the stored strings, in bytes, including tags and lengths.</summary>
    public long StringBytes { get; init; }

    /// <summary>Gets the UTF-8 size of the stored strings before compression. Not included in <see cref="TotalBytes"/>.</summary>
    public long TextBytes { get; init; }

    /// <summary>Gets the size of the numbers, in bytes.</summary>
    public long NumberBytes { get; init; }

    /// <summary>Gets the size of the dates, in bytes.</summary>
    public long DateBytes { get; init; }

    /// <summary>Gets the number of stored values that JSON cannot represent: NaN, infinities and MessagePack extensions. Rendering such a document as JSON
    /// requires <see cref="BlittableJsonOptions.NotJson"/>.</summary>
    public long NotJsonValues { get; init; }

    /// <summary>Gets the size of everything else, in bytes: tags and counts of containers, literals, binary values, symbol tables, and trailers.</summary>
    public long OtherBytes { get; init; }

    /// <summary>Adds the statistics of two sets of documents.</summary>
    public static BlittableStatistics operator +(BlittableStatistics left, BlittableStatistics right) => Add(left, right);

    /// <summary>Adds the statistics of two sets of documents.</summary>
    /// <exception cref="ArgumentNullException"><paramref name="left"/> or <paramref name="right"/> is null.</exception>
    public static BlittableStatistics Add(BlittableStatistics left, BlittableStatistics right)
    {
        ArgumentNullException.ThrowIfNull(left);
        ArgumentNullException.ThrowIfNull(right);
        return new BlittableStatistics
        {
            Documents = left.Documents + right.Documents,
            Objects = left.Objects + right.Objects,
            Arrays = left.Arrays + right.Arrays,
            Strings = left.Strings + right.Strings,
            Numbers = left.Numbers + right.Numbers,
            Dates = left.Dates + right.Dates,
            TotalBytes = left.TotalBytes + right.TotalBytes,
            NameBytes = left.NameBytes + right.NameBytes,
            NameTextBytes = left.NameTextBytes + right.NameTextBytes,
            ShapeBytes = left.ShapeBytes + right.ShapeBytes,
            SlotBytes = left.SlotBytes + right.SlotBytes,
            StringBytes = left.StringBytes + right.StringBytes,
            TextBytes = left.TextBytes + right.TextBytes,
            NumberBytes = left.NumberBytes + right.NumberBytes,
            DateBytes = left.DateBytes + right.DateBytes,
            NotJsonValues = left.NotJsonValues + right.NotJsonValues,
            OtherBytes = left.OtherBytes + right.OtherBytes,
        };
    }
}
