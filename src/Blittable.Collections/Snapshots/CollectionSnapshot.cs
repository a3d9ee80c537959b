using Blittable.Collections.Storage;
using Blittable.Collections.Stripes;
using Blittable.Layout;

namespace Blittable.Collections.Snapshots;

/// <summary>Represents a committed state of a collection. Immutable: later commits create new snapshots.</summary>
internal sealed class CollectionSnapshot
{
    private readonly ReadOnlyMemory<byte> _superblocks;
    private readonly StoredDictionary[] _dictionaries;

    private CollectionSnapshot(
        BlockSource source, ReadOnlyMemory<byte> superblocks, Superblock superblock, FooterChain footers, string damage, Superblock? lost, CollectionSnapshot? before)
    {
        Source = source;
        _superblocks = superblocks;
        Superblock = superblock;
        Footers = footers;
        Damage = damage;
        Lost = lost;
        Assemblers = before?.Assemblers ?? new AssemblerPool();
        _dictionaries = StoredDictionary.Of(source, State.Dictionaries);
        for (var i = 0; before is not null && i < Math.Min(_dictionaries.Length, before._dictionaries.Length); i++)
        {
            _dictionaries[i] = before._dictionaries[i].Reference == _dictionaries[i].Reference ? before._dictionaries[i] : _dictionaries[i];
        }

        var known = before?.Stripes.DistinctBy(stripe => stripe.Origin).ToDictionary(stripe => stripe.Origin);
        var stripes = new List<Stripe>(State.Stripes.Count);
        long row = 0;
        foreach (var reference in State.Stripes)
        {
            if (!reference.IsGone)
            {
                stripes.Add(known is not null && known.TryGetValue(reference.Origin, out var earlier) && earlier.TryContinue(reference, row, out var stripe)
                    ? stripe
                    : new Stripe(source, reference, row, reference.Dictionary == 0 ? null : _dictionaries[reference.Dictionary - 1].Dictionary, Assemblers));
            }

            row += reference.Rows;
        }

        Set = new StripeSet(stripes, row);
    }

    /// <summary>Gets the file.</summary>
    public BlockSource Source { get; }

    /// <summary>Gets the pool of document assemblers, which also limits the size of documents.</summary>
    public AssemblerPool Assemblers { get; }

    public Superblock Superblock { get; }

    public FooterChain Footers { get; }

    public CollectionState State => Footers.Last;

    public CollectionOptions Options => State.Options;

    /// <summary>Gets a description of the damage to superblocks and their footers; empty if they are intact. If not, a later state may be lost.</summary>
    public string Damage { get; }

    /// <summary>Gets a value that indicates whether a later unflushed commit was skipped because bytes of it are missing. A power failure undid it, or it was
    /// written after the source was opened.</summary>
    public bool IsBehind { get; private init; }

    /// <summary>Gets the later commit with an intact superblock but a damaged footer, if any. A crash cannot cause this, because a superblock is written after
    /// its footer is on disk.</summary>
    public Superblock? Lost { get; }

    /// <summary>Gets the stripes that have blocks.</summary>
    public IReadOnlyList<Stripe> Stripes => Set.Stripes;

    /// <summary>Gets the stripes for queries.</summary>
    public StripeSet Set { get; }

    /// <summary>Gets the number of rows, including deleted ones.</summary>
    public long RowCount => Set.RowCount;

    /// <summary>Gets the number of rows that are not deleted.</summary>
    public long LiveCount => State.LiveCount;

    /// <summary>Reads the last intact committed state.</summary>
    /// <remarks>Every file starts as a collection without rows. That initial state is not returned if a superblock indicates a later commit with rows, because
    /// only damage can have destroyed its footer. The whole contents are then lost, which must be reported.</remarks>
    /// <param name="source">The file.</param>
    /// <param name="superblocks">The bytes of both superblocks, if already read; empty to read them from the source.</param>
    /// <param name="before">An earlier state of this file. Its open stripes are reused.</param>
    /// <exception cref="BlittableException">Neither superblock leads to an intact state. The message describes the damage to both.</exception>
    public static CollectionSnapshot Open(BlockSource source, ReadOnlyMemory<byte> superblocks = default, CollectionSnapshot? before = null)
    {
        if (source.Length < Superblock.DataStart)
        {
            ThrowHelper.InvalidData($"a collection of at least {Superblock.DataStart} bytes", $"{source.Length}", source.Length);
        }

        if (superblocks.IsEmpty)
        {
            superblocks = source.ReadChecked(0, Superblock.DataStart, "the superblocks");
        }

        // Try the later commit first. If a crash interrupted it, the previous one is intact.
        Span<(Superblock Superblock, string Fault)> places = [Read(source, superblocks, 0), Read(source, superblocks, 1)];
        if (places[1].Superblock.Sequence > places[0].Superblock.Sequence)
        {
            places.Reverse();
        }

        // An unflushed commit that a power failure undid never existed. No power failure can have happened since an earlier state was read.
        var isBehind = before is null && !places[0].Superblock.IsWhole(source);
        if (isBehind)
        {
            places[0] = places[1];
        }

        foreach (ref var place in places)
        {
            if (place.Fault.Length == 0 && FooterChain.TryRead(source, place.Superblock.Footer, out var footers, out place.Fault))
            {
                // The later superblock may be intact but point past the end of a truncated file. It then has both the rows and a fault.
                var later = places[0].Superblock.Sequence > places[1].Superblock.Sequence ? places[0] : places[1];
                if (footers.Last.RowCount == 0 && later.Superblock.Sequence > place.Superblock.Sequence && later.Superblock.Rows > 0)
                {
                    ThrowHelper.Throw(
                        BlittableErrorCode.InvalidData,
                        $"The {later.Superblock.Rows} rows of commit {later.Superblock.Sequence} cannot be read: {later.Fault}.",
                        later.Superblock.Footer.Offset);
                }

                var other = places[0].Fault.Length > 0 ? places[0] : places[1];
                Superblock? lost = other.Superblock.FooterLength > 0 && other.Superblock.Sequence > place.Superblock.Sequence ? other.Superblock : null;
                return new CollectionSnapshot(source, superblocks, place.Superblock, footers, other.Fault, lost, before) { IsBehind = isBehind };
            }
        }

        ThrowHelper.Throw(
            BlittableErrorCode.InvalidData,
            $"The collection has no intact superblock: {places[0].Fault}; {places[1].Fault}. "
                + $"{nameof(CollectionRecovery)} searches for intact parts.",
            0);
        return null;
    }

    /// <summary>Reads the current last committed state of the file. Only one thread at a time may call this method.</summary>
    /// <param name="superblocks">The bytes of both superblocks.</param>
    /// <inheritdoc cref="Open"/>
    public CollectionSnapshot ReadNext(ReadOnlyMemory<byte> superblocks)
    {
        Source.Grow(Superblock.End);
        return Open(Source, superblocks, this);
    }

    /// <summary>Creates a snapshot of a footer that was found without a superblock.</summary>
    public static CollectionSnapshot OfFooter(BlockSource source, FooterChain footers, string damage)
    {
        var footer = footers.Last.Footer;
        var superblock = new Superblock(footers.Last.Sequence, footer.Offset, footer.StoredLength, footer.Checksum, footers.Last.RowCount, source.Length, footers.Last.LiveCount);
        return new CollectionSnapshot(source, default, superblock, footers, damage, null, null);
    }

    /// <summary>Determines whether superblocks equal the superblocks of this state. If so, the file had no later state when they were read.</summary>
    public bool HasSuperblocks(ReadOnlyMemory<byte> superblocks) => _superblocks.Span.SequenceEqual(superblocks.Span);

    /// <summary>Returns the later commit of the two that superblocks describe, if it is later than this state.</summary>
    public Superblock? FindLater(ReadOnlyMemory<byte> superblocks)
    {
        Superblock? later = null;
        for (var place = 0; place < 2; place++)
        {
            var (superblock, fault) = Read(Source, superblocks, place);
            if (fault.Length == 0 && superblock.Sequence > (later ?? Superblock).Sequence && superblock.End <= Source.Length)
            {
                later = superblock;
            }
        }

        return later;
    }

    /// <summary>Verifies that this is the last committed state. Otherwise, a writer would overwrite the remains of a later one.</summary>
    /// <exception cref="BlittableException">A superblock or the last footer is damaged, so a later state may be lost.</exception>
    public void CheckIsLast()
    {
        if (Damage.Length > 0)
        {
            ThrowHelper.Throw(
                BlittableErrorCode.InvalidData,
                (Lost is { } lost ? $"Commit {lost.Sequence} with {lost.Rows} rows is damaged" : "A superblock is damaged, and a later commit may be lost")
                    + $": {Damage}. The last intact commit is {Superblock.Sequence} with {RowCount} rows. "
                    + $"{nameof(CollectionRecovery)} salvages the intact parts into a new file.",
                Lost?.Footer.Offset ?? 0);
        }
    }

    /// <summary>Verifies all dictionaries, including those that no document needs.</summary>
    /// <exception cref="BlittableException">A dictionary is damaged.</exception>
    public void CheckDictionaries()
    {
        foreach (var dictionary in _dictionaries)
        {
            _ = dictionary.Dictionary.Value;
        }
    }

    /// <summary>Returns the stripe of a row; null if the row does not exist or was deleted with its stripe.</summary>
    public Stripe? StripeOf(long row)
    {
        int first = 0, last = Stripes.Count - 1;
        while (first < last)
        {
            var middle = (first + last + 1) / 2;
            (first, last) = Stripes[middle].FirstRow <= row ? (middle, last) : (first, middle - 1);
        }

        return Stripes.Count > 0 && row >= Stripes[first].FirstRow && row - Stripes[first].FirstRow < Stripes[first].Rows ? Stripes[first] : null;
    }

    private static (Superblock Superblock, string Fault) Read(BlockSource source, ReadOnlyMemory<byte> superblocks, int place) =>
        Superblock.TryRead(superblocks.Span[(place * Superblock.PlaceSize)..], source.Length, out var superblock, out var fault)
            ? (superblock with { Place = place * Superblock.PlaceSize }, "")
            : (superblock, $"at byte {place * Superblock.PlaceSize}, {fault}");
}
