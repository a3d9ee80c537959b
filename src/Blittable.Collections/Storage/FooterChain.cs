using Blittable.Layout;

namespace Blittable.Collections.Storage;

/// <summary>Represents the footer of a state and its parents, starting with the footer that has a complete state.</summary>
/// <remarks>
/// <para>A commit adds a footer with the differences to an earlier one. It chooses the earliest parent that does not require repeating much of a later
/// footer. Stripes merged since then are not repeated, and footers that only delete rows are merged like the digits of a binary counter. A commit therefore
/// writes few bytes, and the length of the chain is logarithmic in the number of commits.</para>
/// </remarks>
internal sealed class FooterChain
{
    /// <summary>The maximum length of the chain. Beyond it, a footer with the complete state is written.</summary>
    private const int MaxLength = 64;

    /// <summary>The number of changes up to which a footer is repeated rather than kept in the chain.</summary>
    private const int FewChanges = 8;

    private readonly List<CollectionState> _states;

    private FooterChain(List<CollectionState> states) => _states = states;

    /// <summary>Creates an empty chain.</summary>
    public FooterChain()
        : this([])
    {
    }

    /// <summary>Gets the state of the last footer.</summary>
    public CollectionState Last => _states[^1];

    /// <summary>Gets the total size of all footers in bytes.</summary>
    public long ByteCount => _states.Sum(state => (long)state.Footer.StoredLength);

    /// <summary>Gets the locations of the footers.</summary>
    public IEnumerable<BlockReference> Blocks => _states.Select(state => state.Footer);

    /// <summary>Reads a footer and its parents.</summary>
    /// <param name="source">The file.</param>
    /// <param name="last">The location of the last footer.</param>
    /// <param name="chain">The chain read.</param>
    /// <param name="fault">A description of the damage if a footer is damaged.</param>
    /// <exception cref="BlittableException">The footers are inconsistent.</exception>
    public static bool TryRead(BlockSource source, BlockReference last, out FooterChain chain, out string fault)
    {
        var footers = new Stack<(BlockReference Place, Footer Footer)>();
        chain = new FooterChain();
        for (var place = last; ;)
        {
            var bytes = source.ReadChecked(place.Offset, place.StoredLength, "a footer");
            if (Crc32C.Compute(bytes.Span) != place.Checksum)
            {
                fault = $"its footer of {place.StoredLength} bytes at byte {place.Offset} does not have the checksum {place.Checksum:x8}";
                return false;
            }

            var footer = Footer.Read(bytes, place.Offset);
            footers.Push((place, footer));
            if (!footer.Parent.Exists)
            {
                break;
            }

            // Parents precede their children, which guarantees termination.
            if (footer.Parent.Offset > place.Offset - footer.Parent.StoredLength)
            {
                ThrowHelper.InvalidData($"a footer before byte {place.Offset}", $"a footer at byte {footer.Parent.Offset}", place.Offset);
            }

            place = footer.Parent;
        }

        while (footers.TryPop(out var next))
        {
            chain._states.Add(Resolve(chain._states.Count == 0 ? null : chain.Last, next.Place, next.Footer));
        }

        fault = "";
        return true;
    }

    /// <summary>Creates the footer of the next state.</summary>
    /// <param name="sequence">The number of the commit.</param>
    /// <param name="lineage">The lineage of the state. If it is not the lineage of the last footer, the footer has the complete state.</param>
    /// <param name="options">The options that the collection is written with.</param>
    /// <param name="dictionaries">The dictionaries, new ones last.</param>
    /// <param name="stripes">The stripes of the state.</param>
    /// <param name="tokens">The tokens of the most recent commits.</param>
    public Footer Next(
        long sequence,
        Lineage lineage,
        CollectionOptions options,
        IReadOnlyList<DictionaryReference> dictionaries,
        IReadOnlyList<StripeReference> stripes,
        IReadOnlyList<Guid> tokens)
    {
        var parent = _states.Count == 0 || Last.Lineage != lineage ? -1 : _states.Count - 1;
        var kept = 0;
        if (parent >= 0)
        {
            kept = CommonStripes(_states[parent].Stripes, stripes);
            while (parent > 0 && CommonStripes(_states[parent - 1].Stripes, stripes) >= kept && _states[parent].ChangeCount <= CountChanges(parent - 1, stripes, kept))
            {
                parent--;
            }
        }

        if (parent < 0 || parent + 1 >= MaxLength)
        {
            return new Footer { Sequence = sequence, Tokens = tokens, Options = options, Lineage = lineage, Dictionaries = dictionaries, Stripes = stripes };
        }

        var before = _states[parent];
        return new Footer
        {
            Sequence = sequence,
            Tokens = tokens,
            Parent = before.Footer,
            KeptStripes = kept,
            Changes = Changes(before.Stripes, stripes, kept),
            Dictionaries = [.. dictionaries.Skip(before.Dictionaries.Count)],
            Stripes = [.. stripes.Skip(kept)],
        };
    }

    /// <summary>Adds a footer that was written.</summary>
    public void Add(BlockReference place, Footer footer)
    {
        var parent = _states.FindLastIndex(state => state.Footer == footer.Parent);
        _states.RemoveRange(parent + 1, _states.Count - parent - 1);
        _states.Add(Resolve(parent < 0 ? null : _states[parent], place, footer));
    }

    private int CountChanges(int parent, IReadOnlyList<StripeReference> stripes, int kept) =>
        FewChanges + Changes(_states[parent].Stripes, stripes, kept).Sum(change => change.Added?.Length ?? change.All!.Rows.Length) / 2;

    private static int CommonStripes(IReadOnlyList<StripeReference> before, IReadOnlyList<StripeReference> after)
    {
        var count = 0;
        while (count < before.Count && count < after.Count && before[count].Origin == after[count].Origin)
        {
            count++;
        }

        return count;
    }

    private static List<StripeChange> Changes(IReadOnlyList<StripeReference> before, IReadOnlyList<StripeReference> after, int kept)
    {
        var changes = new List<StripeChange>();
        for (var i = 0; i < kept; i++)
        {
            if (ReferenceEquals(before[i].Deleted, after[i].Deleted))
            {
                continue;
            }

            if (!after[i].Deleted.TryCompare(before[i].Deleted, out var added))
            {
                changes.Add(new StripeChange(i, null, after[i].Deleted));
            }
            else if (added.Length > 0)
            {
                changes.Add(new StripeChange(i, added, null));
            }
        }

        return changes;
    }

    private static CollectionState Resolve(CollectionState? parent, BlockReference place, Footer footer)
    {
        if (footer.KeptStripes > (parent?.Stripes.Count ?? 0) || (parent is not null && footer.Sequence <= parent.Sequence))
        {
            ThrowHelper.InvalidData(
                $"a footer of commit {footer.Sequence} that retains {footer.KeptStripes} stripes",
                $"a parent footer of commit {parent?.Sequence} with {parent?.Stripes.Count} stripes",
                place.Offset);
        }

        DictionaryReference[] dictionaries = [.. parent?.Dictionaries ?? [], .. footer.Dictionaries];
        StripeReference[] stripes = [.. parent?.Stripes.Take(footer.KeptStripes) ?? [], .. footer.Stripes];
        foreach (var change in footer.Changes)
        {
            if (change.Stripe >= footer.KeptStripes)
            {
                ThrowHelper.InvalidData($"a change to one of {footer.KeptStripes} stripes", $"a change to stripe {change.Stripe}", place.Offset);
            }

            stripes[change.Stripe] = change.Apply(stripes[change.Stripe]);
        }

        for (var i = Math.Max(1, footer.KeptStripes); i < stripes.Length; i++)
        {
            if (stripes[i].Numbers.First <= stripes[i - 1].Numbers.Last)
            {
                ThrowHelper.InvalidData(
                    $"a stripe with numbers after {stripes[i - 1].Numbers.Last}", $"numbers that start at {stripes[i].Numbers.First}", place.Offset);
            }
        }

        foreach (var stripe in footer.Stripes)
        {
            if (stripe.Dictionary > dictionaries.Length)
            {
                ThrowHelper.InvalidData($"a stripe with one of {dictionaries.Length} dictionaries", $"dictionary {stripe.Dictionary}", place.Offset);
            }
        }

        return new CollectionState(place, footer.Sequence, parent?.Lineage ?? footer.Lineage!, parent?.Options ?? footer.Options!, dictionaries, stripes)
        {
            Tokens = footer.Tokens,
            ChangeCount = footer.Changes.Sum(change => change.Added?.Length ?? change.All!.Rows.Length),
        };
    }
}
