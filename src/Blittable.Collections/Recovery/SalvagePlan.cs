using Blittable.Collections.Snapshots;
using Blittable.Collections.Storage;
using Blittable.Collections.Stripes;
using Blittable.Layout;

namespace Blittable.Collections.Recovery;

/// <summary>Determines which stripes of a damaged file make up its last state, as far as possible.</summary>
/// <remarks>
/// <para>The plan starts with the state of the last intact footer. If that may not be the last commit, stripes of later commits are found by their marks and
/// added. A merged stripe replaces the stripes it was merged from. If the merged stripe cannot be opened, the original stripes replace it.</para>
/// <para>The superblocks limit which commits can exist; stripes of later commits are left out.</para>
/// </remarks>
internal sealed class SalvagePlan
{
    private readonly BlockSource _source;
    private readonly LossReport _losses;
    private readonly AssemblerPool _assemblers = new();
    private readonly List<SalvagedStripe> _chosen = [];
    private readonly SortedSet<StripeNumbers> _numbers = StripeNumbers.MakeSet();
    private readonly List<(StripeReference Stripe, string Reason)> _unreadable = [];
    private readonly CancellationToken _cancellation;
    private CollectionSnapshot? _state;
    private RecordSearch? _search;

    private SalvagePlan(BlockSource source, LossReport losses, CancellationToken cancellation)
    {
        _source = source;
        _losses = losses;
        _cancellation = cancellation;
    }

    /// <summary>Gets the number of the last commit with an intact footer, or 0 if there is none.</summary>
    public long CommitNumber => Math.Max(0, StateSequence);

    /// <summary>Gets the state of the last intact footer, or null if there is none.</summary>
    public CollectionState? State => _state?.State;

    public CollectionOptions Options { get; private set; } = CollectionOptions.Default;

    /// <summary>Gets the stripes to read, in row order.</summary>
    public IReadOnlyList<SalvagedStripe> Stripes => _chosen;

    /// <summary>Gets the number of documents in the last commit, as far as known.</summary>
    public long ExpectedDocuments { get; private set; }

    /// <summary>Gets the stripes without blocks, whose rows are all deleted.</summary>
    private IEnumerable<StripeReference> Gone => _state?.State.Stripes.Where(stripe => stripe.IsGone) ?? [];

    private long StateSequence => _state?.State.Sequence ?? -1;

    /// <summary>Creates a plan.</summary>
    /// <exception cref="BlittableException">The file contains no part of a collection.</exception>
    public static SalvagePlan Make(BlockSource source, LossReport losses, CancellationToken cancellation)
    {
        var plan = new SalvagePlan(source, losses, cancellation);
        var damage = plan.OpenState();
        if (damage.Length == 0)
        {
            plan.Choose(OfState(plan._state!.State));
            plan.ExpectedDocuments = plan._state.LiveCount;
        }
        else
        {
            plan.Search(damage);
        }

        plan.ReplaceUnreadable();
        plan.NumberRows();
        return plan;
    }

    /// <summary>Opens the state that the superblocks refer to.</summary>
    /// <returns>A description of the damage if this may not be the last state; otherwise, an empty string.</returns>
    private string OpenState()
    {
        try
        {
            _state = CollectionSnapshot.Open(_source);
            Options = _state.Options;
            return _state.Damage;
        }
        catch (BlittableException fault) when (fault.Code != BlittableErrorCode.UnsupportedVersion)
        {
            return fault.Message;
        }
    }

    private void Search(string damage)
    {
        _losses.Add(damage);
        var search = Records();
        var (last, isLast) = LastSuperblock();
        var mostSequence = last is { } known ? known.Sequence + (isLast ? 0 : 1) : long.MaxValue;
        var footer = search.Footers.Where(found => found.Footer.Sequence > StateSequence && found.Footer.Sequence <= mostSequence)
            .OrderByDescending(found => found.Footer.Sequence)
            .Select(found => TryRead(found.Place)).FirstOrDefault(chain => chain is not null);
        if (footer is not null)
        {
            _state = CollectionSnapshot.OfFooter(_source, footer, damage);
        }

        var later = search.Stripes.Where(mark => mark.Sequence > StateSequence && mark.Sequence <= mostSequence).ToList();
        if (_state is null && later.Count == 0)
        {
            var commit = last is { } lost ? $" of commit {lost.Sequence} with {lost.Documents} documents" : "";
            ThrowHelper.Throw(BlittableErrorCode.InvalidData, $"The file contains no intact footer or stripe{commit}.", 0);
        }

        Options = _state?.Options ?? later[^1].Options;
        later.Reverse();
        Choose(later.OrderByDescending(mark => mark.Sequence).Select(mark => (mark.Stripe, (DictionaryReference?)mark.Dictionary)));
        var added = _chosen.ToArray();
        Choose(_state is null ? [] : OfState(_state.State));
        _losses.Add(
            (_state is null ? "No footer is intact" : $"The last intact footer belongs to commit {StateSequence}")
            + (added.Length == 0
                ? "; no stripe of a later commit was found."
                : $"; {added.Length} stripes with {added.Sum(stripe => (long)stripe.Stripe.Rows)} rows were found without a footer.")
            + $" Which documents were deleted or replaced after commit {CommitNumber} is not known: some recovered documents may be outdated or deleted.");
        Expect(last, isLast);
    }

    /// <summary>Compares the stripes found with the row and document counts in the last superblock.</summary>
    private void Expect(Superblock? last, bool isLast)
    {
        var found = _chosen.Select(stripe => stripe.Stripe).Concat(_unreadable.Select(stripe => stripe.Stripe)).ToList();
        ExpectedDocuments = found.Sum(stripe => (long)stripe.LiveRows);
        if (last is not { } superblock || superblock.Sequence < StateSequence)
        {
            return;
        }

        ExpectedDocuments = isLast ? superblock.Documents : Math.Max(superblock.Documents, ExpectedDocuments);
        var rows = found.Sum(stripe => (long)stripe.Rows) + Gone.Sum(stripe => (long)stripe.Rows);
        if (rows < superblock.Rows)
        {
            _losses.Add($"Commit {superblock.Sequence} has {superblock.Rows} rows, and {superblock.Rows - rows} of them were not found.");
        }
    }

    /// <summary>Returns the latest intact superblock, and a value that indicates whether no later commit can exist.</summary>
    private (Superblock? Last, bool IsLast) LastSuperblock()
    {
        Superblock? last = null;
        var whole = 0;
        for (var place = 0; place < 2; place++)
        {
            try
            {
                var bytes = _source.ReadChecked(place * Superblock.PlaceSize, Superblock.FullSize, "a superblock");
                Superblock.TryRead(bytes.Span, _source.Length, out var superblock, out _);
                if (superblock.FooterLength > 0)
                {
                    whole++;
                    last = last is { } other && other.Sequence > superblock.Sequence ? last : superblock;
                }
            }
            catch (BlittableException)
            {
                // The superblock is damaged or cannot be read.
            }
        }

        return (last, whole == 2);
    }

    private static IEnumerable<(StripeReference Stripe, DictionaryReference? Dictionary)> OfState(CollectionState state) =>
        state.Stripes.Where(stripe => !stripe.IsGone).Select(stripe => (stripe, (DictionaryReference?)null));

    /// <summary>Adds stripes that can be opened and have no number in common with stripes added before.</summary>
    private void Choose(IEnumerable<(StripeReference Stripe, DictionaryReference? Dictionary)> stripes)
    {
        foreach (var (reference, dictionary) in stripes)
        {
            _cancellation.ThrowIfCancellationRequested();
            if (_numbers.Contains(reference.Numbers))
            {
                continue;
            }

            if ((TryOpen(reference, dictionary, out var reason) ?? OpenByCopy(reference, dictionary, reason)) is { } stripe)
            {
                _chosen.Add(new SalvagedStripe(reference, stripe));
                _numbers.Add(reference.Numbers);
            }
            else
            {
                _unreadable.Add((reference, reason));
            }
        }
    }

    private Stripe? TryOpen(StripeReference reference, DictionaryReference? dictionary, out string reason)
    {
        try
        {
            var stripe = new Stripe(_source, reference, 0, DictionaryOf(reference, dictionary), _assemblers);
            _ = stripe.Directory;
            reason = "";
            return stripe;
        }
        catch (BlittableException fault)
        {
            reason = fault.Message;
            return null;
        }
    }

    /// <summary>Opens a stripe by the copy of its directory, if an intact copy exists.</summary>
    private Stripe? OpenByCopy(StripeReference reference, DictionaryReference? dictionary, string reason)
    {
        if (!StripeMark.TryGetCopy(reference, 0, out var copy) || TryOpen(reference with { Directory = copy }, dictionary, out _) is not { } stripe)
        {
            return null;
        }

        _losses.Add($"The directory of the stripe at byte {reference.Origin} was read from its copy: {reason}");
        return stripe;
    }

    /// <summary>Searches for the stripes that an unreadable stripe was merged from, which remain in the file for a while.</summary>
    private void ReplaceUnreadable()
    {
        _unreadable.RemoveAll(unreadable => _numbers.Contains(unreadable.Stripe.Numbers));
        if (_unreadable.Count == 0)
        {
            return;
        }

        var before = _chosen.Count;
        var tried = _unreadable.Select(unreadable => unreadable.Stripe.Origin).ToHashSet();
        var lost = StripeNumbers.MakeSet();
        lost.UnionWith(_unreadable.Select(unreadable => unreadable.Stripe.Numbers));
        var marks = Records().Stripes
            .Where(mark => !tried.Contains(mark.Stripe.Origin) && lost.TryGetValue(mark.Stripe.Numbers, out var numbers) && numbers.Contains(mark.Stripe.Numbers))
            .Reverse().OrderByDescending(mark => mark.Sequence).Select(mark => (mark.Stripe, (DictionaryReference?)mark.Dictionary));
        Choose([.. marks]);
        if (_chosen.Count > before)
        {
            _losses.Add(
                $"{_chosen.Count - before} earlier stripes replace stripes that cannot be opened. "
                    + "It is not known which of their documents were deleted or replaced later.");
        }
    }

    /// <summary>Sorts the stripes, numbers their rows, and reports the rows of stripes that cannot be opened.</summary>
    private void NumberRows()
    {
        _chosen.Sort((one, other) => one.Stripe.Numbers.First.CompareTo(other.Stripe.Numbers.First));
        var lost = new Queue<(StripeReference Stripe, string Reason)>(_unreadable
            .Where(unreadable => !_numbers.Contains(unreadable.Stripe.Numbers))
            .Concat(Gone.Select(stripe => (Stripe: stripe, Reason: "")))
            .OrderBy(unreadable => unreadable.Stripe.Numbers.First));
        long row = 0;
        for (var i = 0; i <= _chosen.Count; i++)
        {
            while (lost.TryPeek(out var first) && (i == _chosen.Count || first.Stripe.Numbers.First < _chosen[i].Stripe.Numbers.First))
            {
                if (!first.Stripe.IsGone)
                {
                    _losses.Add($"rows {row} to {row + first.Stripe.Rows - 1}: a stripe with {first.Stripe.LiveRows} documents lost: {first.Reason}");
                }

                row += first.Stripe.Rows;
                lost.Dequeue();
            }

            if (i < _chosen.Count)
            {
                _chosen[i] = _chosen[i] with { FirstRow = row };
                row += _chosen[i].Stripe.Rows;
            }
        }
    }

    private RecordSearch Records()
    {
        if (_search is null)
        {
            _search = RecordSearch.Run(_source, _cancellation);
            if (_search.Unreadable > 0)
            {
                _losses.Add($"{_search.Unreadable} bytes of the file cannot be read.");
            }

            if (_search.IsIncomplete)
            {
                _losses.Add("The file contains so many false footer and stripe headers that the search was stopped.");
            }
        }

        return _search;
    }

    private FooterChain? TryRead(BlockReference footer)
    {
        try
        {
            return FooterChain.TryRead(_source, footer, out var chain, out _) ? chain : null;
        }
        catch (BlittableException)
        {
            return null;
        }
    }

    /// <summary>Returns the dictionary of a stripe, from its mark or from the state.</summary>
    private Lazy<BlittableDictionary>? DictionaryOf(StripeReference stripe, DictionaryReference? dictionary) => stripe.Dictionary == 0 ? null : new Lazy<BlittableDictionary>(
        () => BlittableDictionary.Load(_source.ReadChecked((dictionary ?? _state!.State.Dictionaries[stripe.Dictionary - 1]).Block, "a dictionary").Span));
}
