namespace Blittable;

/// <summary>Counts the bytes of one or several documents by purpose. The parts add up to <see cref="TotalBytes"/>.</summary>
public sealed record BlittableStatistics
{
    /// <summary>Gets the number of documents.</summary>
    public long Documents { get; init; }

    /// <summary>Gets the number of objects stored; one that is shared counts once.</summary>
    public long Objects { get; init; }

    /// <summary>Arrays stored; one that is shared counts once.</summary>
    public long Arrays { get; init; }

    /// <summary>Gets the number of strings stored, without dates; one that is shared counts once.</summary>
    public long Strings { get; init; }

    /// <summary>Gets the number of numbers stored; one that is shared counts once.</summary>
    public long Numbers { get; init; }

    /// <summary>Gets the number of dates stored; one that is shared counts once.</summary>
    public long Dates { get; init; }

    /// <summary>Gets bytes of the documents as a whole.</summary>
    public long TotalBytes { get; init; }

    /// <summary>Gets bytes of property names as they are stored, compressed or not.</summary>
    public long NameBytes { get; init; }

    /// <summary>Gets bytes of UTF-8 that the stored names stand for: what they were before compression. No part of <see cref="TotalBytes"/>.</summary>
    public long NameTextBytes { get; init; }

    /// <summary>Gets bytes that say which names an object has: the ends, fingerprints and indexes of shapes, their table and their numbers.</summary>
    public long ShapeBytes { get; init; }

    /// <summary>Gets bytes of slots and references, which say where values are.</summary>
    public long SlotBytes { get; init; }

    /// <summary>Gets bytes of strings as they are stored, their tags and lengths among them.</summary>
    public long StringBytes { get; init; }

    /// <summary>Gets bytes of UTF-8 that the stored strings stand for: what they were before compression. No part of <see cref="TotalBytes"/>.</summary>
    public long TextBytes { get; init; }

    /// <summary>Gets bytes of numbers.</summary>
    public long NumberBytes { get; init; }

    /// <summary>Gets bytes of dates.</summary>
    public long DateBytes { get; init; }

    /// <summary>Gets bytes of everything else: tags and counts of containers, literals, binary values, symbol tables, the end of each document.</summary>
    public long OtherBytes { get; init; }

    /// <summary>Returns the statistics of two sets of documents together.</summary>
    public static BlittableStatistics operator +(BlittableStatistics left, BlittableStatistics right) => Add(left, right);

    /// <summary>Returns the statistics of two sets of documents together.</summary>
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
            OtherBytes = left.OtherBytes + right.OtherBytes,
        };
    }
}
