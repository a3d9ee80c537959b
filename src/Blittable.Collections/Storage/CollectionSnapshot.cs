using Blittable.Format;

namespace Blittable.Collections;

/// <summary>A committed state of a collection. Immutable: what a writer commits later is another one.</summary>
internal sealed class CollectionSnapshot
{
    private readonly BlockSource _source;

    private CollectionSnapshot(BlockSource source, Superblock superblock, Footer footer, BlittableDictionary? dictionary, Stripe[] stripes)
    {
        _source = source;
        Superblock = superblock;
        Footer = footer;
        Dictionary = dictionary;
        Stripes = stripes;
    }

    public Superblock Superblock { get; }

    public Footer Footer { get; }

    public CollectionOptions Options => Footer.Options;

    public BlittableDictionary? Dictionary { get; }

    /// <summary>What is wrong with a superblock that was written, or with its footer; empty where nothing is. A later state than this one may be lost
    /// then.</summary>
    public string Damage { get; private init; } = "";

    /// <summary>The later commit whose superblock is whole and whose footer is not, if there is one. No crash leaves that: a superblock is written when its
    /// footer is on the disk.</summary>
    public Superblock? Lost { get; private init; }

    public IReadOnlyList<Stripe> Stripes { get; }

    /// <summary>All rows, deleted ones included.</summary>
    public long RowCount => Footer.RowCount;

    /// <summary>The rows that are not deleted.</summary>
    public long LiveCount => Footer.Stripes.Sum(stripe => (long)stripe.Rows - stripe.Deleted);

    /// <summary>Reads the last committed state that is whole.</summary>
    /// <remarks>Every file starts as a collection without rows. That one is not taken for a state of which a superblock says that it was committed with rows,
    /// for then nothing but damage can have made its footer go: all of a file was lost, and somebody should know.</remarks>
    /// <exception cref="BlittableException">There is none; the message says what is wrong with both superblocks.</exception>
    public static CollectionSnapshot Open(BlockSource source)
    {
        if (source.Length < Superblock.DataStart)
        {
            ThrowHelper.InvalidData($"a collection of at least {Superblock.DataStart} bytes", $"{source.Length}", source.Length);
        }

        // The later commit first; what a crash cut off leaves the one before it.
        Span<(Superblock Superblock, string Fault, bool IsWritten)> places = [Read(source, 0), Read(source, 1)];
        if (places[1].Superblock.Sequence > places[0].Superblock.Sequence)
        {
            places.Reverse();
        }

        foreach (ref var place in places)
        {
            if (place.Fault.Length == 0 && TryReadFooter(source, place.Superblock, out var footer, out place.Fault))
            {
                if (footer.RowCount == 0 && places[0].Superblock.Rows > 0)
                {
                    ThrowHelper.InvalidData(
                        $"a collection of {places[0].Superblock.Rows} rows", $"nothing of it: {places[0].Fault}", places[0].Superblock.FooterOffset);
                }

                var other = places[0].Fault.Length > 0 ? places[0] : places[1];
                return Of(source, place.Superblock, footer, other.Superblock, other.IsWritten ? other.Fault : "");
            }
        }

        ThrowHelper.InvalidData("a collection with a superblock that is whole", $"two that are not: {places[0].Fault}; {places[1].Fault}", 0);
        return null;
    }

    /// <summary>Keeps the bytes that stripes are read from, until it is given back.</summary>
    /// <exception cref="ObjectDisposedException">The reader was disposed of.</exception>
    public SourceLease Lease() => _source.Lease();

    /// <summary>Makes sure that this is the last committed state, before a writer goes on from it: it would write over what is left of a later one.</summary>
    /// <exception cref="BlittableException">A later one was lost; the message says how many rows it had.</exception>
    public void CheckIsLast()
    {
        if (Lost is { } lost)
        {
            ThrowHelper.InvalidData(
                $"commit {lost.Sequence} with {lost.Rows} rows",
                $"commit {Superblock.Sequence} with {RowCount}, as {Damage}; a reader still has these rows for a new file",
                lost.FooterOffset);
        }
    }

    /// <summary>The stripe of a row.</summary>
    public Stripe StripeOf(long row)
    {
        int first = 0, last = Stripes.Count - 1;
        while (first < last)
        {
            var middle = (first + last + 1) / 2;
            (first, last) = Stripes[middle].FirstRow <= row ? (middle, last) : (first, middle - 1);
        }

        return Stripes[first];
    }

    /// <summary>What is at a place; before the second commit nothing was written to one of them.</summary>
    private static (Superblock Superblock, string Fault, bool IsWritten) Read(BlockSource source, int place)
    {
        var bytes = source.Read(place * Superblock.PlaceSize, Superblock.Size, "a superblock").Span;
        return Superblock.TryRead(bytes, source.Length, out var superblock, out var fault)
            ? (superblock, "", true)
            : (superblock, $"at byte {place * Superblock.PlaceSize}, {fault}", bytes.ContainsAnyExcept((byte)0));
    }

    private static bool TryReadFooter(BlockSource source, in Superblock superblock, out Footer footer, out string fault)
    {
        var bytes = source.Read(superblock.FooterOffset, superblock.FooterLength, "the footer");
        if (Crc32C.Compute(bytes.Span) != superblock.FooterChecksum)
        {
            footer = null!;
            fault = $"its footer of {superblock.FooterLength} bytes at byte {superblock.FooterOffset} "
                + $"does not have the checksum {superblock.FooterChecksum:x8}";
            return false;
        }

        footer = Footer.Read(bytes);
        fault = "";
        return true;
    }

    private static CollectionSnapshot Of(BlockSource source, in Superblock superblock, Footer footer, in Superblock other, string damage)
    {
        var dictionary = footer.Dictionary.Exists ? BlittableDictionary.Load(source.Read(footer.Dictionary, "the dictionary").Span) : null;
        var stripes = new Stripe[footer.Stripes.Count];
        var assemblers = new AssemblerPool();
        long row = 0;
        for (var i = 0; i < stripes.Length; i++)
        {
            stripes[i] = new Stripe(source, footer.Stripes[i], row, dictionary, assemblers);
            row += footer.Stripes[i].Rows;
        }

        return new CollectionSnapshot(source, superblock, footer, dictionary, stripes)
        {
            Damage = damage,
            Lost = other.Sequence > superblock.Sequence ? other : null,
        };
    }
}
