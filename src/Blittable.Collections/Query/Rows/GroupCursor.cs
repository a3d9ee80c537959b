using Blittable.Collections.Query.Values;
using Blittable.Collections.Stripes;
using Blittable.Columns;

namespace Blittable.Collections.Query.Rows;

/// <summary>One worker's place in a query: a chunk group, the rows selected of it, and the values read for them so far. Reusable.</summary>
internal sealed class GroupCursor
{
    private readonly QueryPlan _plan;
    private readonly PathValues?[] _values;
    private readonly Stack<ulong[]> _masks = new();
    private readonly UnnestedRows? _unnested;
    private GroupCursor? _narrowed;
    private readonly Dictionary<(object Filter, SharedStrings Strings), byte[]> _sharedMatches = [];
    private readonly Dictionary<BoundChoice, int[]> _choices = [];
    private readonly Dictionary<BoundExpression, StringResults?> _results = [];
    private byte[] _matches = [];
    private bool _hasDocumentValues;

    /// <summary>For each path its values in all rows, where these are neither in columns nor read from documents on demand.</summary>
    private List<QueryValue>[]? _given;

    public GroupCursor(QueryPlan plan)
        : this(plan, plan.Unnest is null ? null : new UnnestedRows(plan))
    {
    }

    private GroupCursor(QueryPlan plan, UnnestedRows? unnested)
    {
        _plan = plan;
        _values = new PathValues?[plan.Paths.Count];
        _unnested = unnested;
    }

    public Stripe Stripe { get; private set; } = null!;

    /// <summary>The stripe's place among those of the snapshot.</summary>
    public int StripeIndex { get; private set; }

    /// <summary>The chunk group within the stripe.</summary>
    public int Group { get; private set; }

    /// <summary>Gets a number that rises with the rows of a query from one batch to the next, whichever worker has them.</summary>
    public long Order { get; private set; }

    /// <summary>The collection's row number of the group's first row.</summary>
    public long FirstRow => Stripe.FirstRow + ((long)Group * Stripe.ChunkRows);

    /// <summary>The rows selected: documents, or elements of their arrays once these were unnested.</summary>
    public RowSelection Selection { get; } = new();

    /// <summary>Gets a value that indicates whether rows are the elements of arrays.</summary>
    public bool IsUnnested { get; private set; }

    /// <summary>Gets a value that indicates whether the values of all rows are at hand: those of elements that were taken from documents, or of rows that were stored
    /// aside.</summary>
    public bool IsGiven => _given is not null;

    /// <summary>What a filter reads strings into.</summary>
    public StringBatch Strings { get; } = new();

    /// <summary>Goes to a chunk group and selects the rows that are live and pass the filter.</summary>
    /// <returns>Whether any row is selected.</returns>
    public bool MoveTo(int stripeIndex, int group)
    {
        var match = Prune(stripeIndex, group);
        if (match == Match.None)
        {
            _plan.CountSkipped();
            return false;
        }

        Selection.SelectAll(Stripe.GroupRows(group));
        if (Stripe.HasDeleted)
        {
            Stripe.CopyLive(group, Selection.Mask);
        }

        if (match == Match.Some)
        {
            _plan.Filter!.Evaluate(this, Selection.Mask);
        }

        Selection.Recount();
        return Selection.Count > 0 && (_unnested is null || Unnest(_unnested));
    }

    /// <summary>Goes to a chunk group, and says what its statistics alone prove: nothing of it is read.</summary>
    public Match Prune(int stripeIndex, int group)
    {
        StartAt(_plan.Snapshot.Stripes[stripeIndex], stripeIndex, group);
        return _plan.Filter?.Prune(this) ?? Match.All;
    }

    /// <summary>Goes to rows that were stored aside.</summary>
    /// <param name="values">For each path of the query its value in each row.</param>
    /// <param name="rows">The rows.</param>
    public void Give(List<QueryValue>[] values, int rows)
    {
        Forget();
        Order++;
        _given = values;
        IsUnnested = true;
        Selection.SelectAll(rows);
    }

    /// <summary>A cursor at the same place that has selected some rows only; good until the next call.</summary>
    /// <param name="mask">A bit for each row of the group, or for each element where arrays were unnested.</param>
    public GroupCursor Narrow(ReadOnlySpan<ulong> mask)
    {
        var narrowed = _narrowed ??= new GroupCursor(_plan, _unnested?.Share());
        narrowed.StartAt(Stripe, StripeIndex, Group);
        narrowed.Selection.SelectAll(Selection.Rows);
        mask[..narrowed.Selection.Mask.Length].CopyTo(narrowed.Selection.Mask);
        narrowed.Selection.Recount();
        (narrowed.IsUnnested, narrowed._given) = (IsUnnested, _given);
        if (IsUnnested && !IsGiven)
        {
            narrowed._unnested!.Select(narrowed.Selection);
        }

        return narrowed;
    }

    /// <summary>The values of a path in the selected rows.</summary>
    public PathValues Values(PathPlan path)
    {
        var values = _values[path.Index] ??= new PathValues(this, path);
        if (path.Expression is null && !_hasDocumentValues && (IsGiven || path[StripeIndex].Coverage == PathCoverage.Documents))
        {
            ReadDocuments();
        }

        return values;
    }

    /// <summary>The rows that a path's columns are read for: documents, or the elements of the array that the path is in.</summary>
    public RowSelection SelectionOf(PathPlan path) => IsUnnested && !IsGiven ? _unnested!.SelectionOf(path, Selection) : Selection;

    /// <summary>For each selected row the place of the row that has a path's value, among those that its columns are read for; empty where they are the
    /// same.</summary>
    public ReadOnlySpan<int> PlacesOf(PathPlan path) => IsUnnested && !IsGiven ? _unnested!.PlacesOf(path) : default;

    /// <summary>The documents of the selected rows, numbered within the group.</summary>
    public void CopyRows(Span<int> rows)
    {
        Selection.CopyRows(rows);
        if (IsUnnested)
        {
            _unnested!.ToDocuments(rows);
        }
    }

    /// <summary>Borrows a mask of the group's length, whose content is undefined; <see cref="Return"/> gives it back.</summary>
    public ulong[] RentMask(int words) => _masks.TryPop(out var mask) && mask.Length >= words ? mask : new ulong[words];

    public void Return(ulong[] mask) => _masks.Push(mask);

    /// <summary>A byte for each of some strings, whose content is undefined, good until the next call.</summary>
    public Span<byte> RentMatches(int count)
    {
        if (_matches.Length < count)
        {
            _matches = new byte[count];
        }

        return _matches.AsSpan(0, count);
    }

    /// <summary>What a filter makes of the strings that a batch's rows have numbers of, found once for all chunks that share them: a 0 for nulls, then 1 for each
    /// that matches.</summary>
    /// <param name="filter">The filter.</param>
    /// <param name="strings">The batch.</param>
    /// <param name="matchAll">Sets the places of strings that match, which are 0 before, to 1.</param>
    public ReadOnlySpan<byte> Matches(object filter, StringBatch strings, StringMatcher matchAll)
    {
        if (strings.Shared is { } shared && _sharedMatches.TryGetValue((filter, shared), out var known))
        {
            return known;
        }

        var matches = strings.Shared is null ? RentMatches(strings.EntryCount + 1) : new byte[strings.EntryCount + 1];
        matches.Clear();
        matchAll(strings, matches[1..]);
        if (strings.Shared is not null)
        {
            _sharedMatches.Add((filter, strings.Shared), matches.ToArray());
        }

        return matches;
    }

    /// <summary>The branch that each selected row takes.</summary>
    public ReadOnlySpan<int> Choices(BoundChoice branches)
    {
        if (!_choices.TryGetValue(branches, out var choices))
        {
            choices = new int[Selection.Count];
            branches.Choose(this, choices);
            _choices.Add(branches, choices);
        }

        return choices;
    }

    /// <summary>Gets the results of an expression of one path for the strings there; null if the path has other values, or more distinct strings than rows.</summary>
    public StringResults? ResultsOfStrings(BoundExpression expression)
    {
        if (expression.OnlyPath is not { } path)
        {
            return null;
        }

        if (!_results.TryGetValue(expression, out var results))
        {
            results = Values(path) is { HasOnlyStrings: true } values && values.Strings() is { } strings && strings.EntryCount <= strings.Codes.Length
                ? new StringResults(strings, expression)
                : null;
            _results.Add(expression, results);
        }

        return results;
    }

    private void StartAt(Stripe stripe, int stripeIndex, int group)
    {
        if (stripe != Stripe)
        {
            _sharedMatches.Clear();
        }

        (Stripe, StripeIndex, Group) = (stripe, stripeIndex, group);
        Order = ((long)stripeIndex << 32) | (uint)group;
        IsUnnested = false;
        _given = null;
        Forget();
    }

    private void Forget()
    {
        _hasDocumentValues = false;
        _choices.Clear();
        _results.Clear();
        foreach (var values in _values)
        {
            values?.Forget();
        }
    }

    /// <summary>Continues with the elements of the selected documents' arrays.</summary>
    private bool Unnest(UnnestedRows unnested)
    {
        _given = unnested.Load(this);
        Forget();
        IsUnnested = true;
        if (Selection.Count > 0 && _plan.RowFilter is { } filter)
        {
            filter.Evaluate(this, Selection.Mask);
            Selection.Recount();
        }

        if (!IsGiven)
        {
            unnested.Select(Selection);
        }

        return Selection.Count > 0;
    }

    /// <summary>The values of all paths of the query that are only in documents: one pass over those of the selected rows.</summary>
    private void ReadDocuments()
    {
        _hasDocumentValues = true;
        var paths = new List<(PathPlan Path, PathValues Values)>();
        foreach (var path in _plan.Paths)
        {
            if (path.Expression is null && (IsGiven || (path[StripeIndex].Coverage == PathCoverage.Documents && !path.Path.HasWildcard)))
            {
                var values = _values[path.Index] ??= new PathValues(this, path);
                values.StartDocuments();
                paths.Add((path, values));
            }
        }

        if (_given is { } given)
        {
            var rows = new int[Selection.Count];
            Selection.CopyRows(rows);
            foreach (var (path, values) in paths)
            {
                Array.ForEach(rows, row => values.AddDocument(given[path.Index][row]));
            }

            return;
        }

        Stripe.ReadDocuments(Group, Selection.Mask, (_, root) =>
        {
            foreach (var (_, values) in paths)
            {
                values.AddDocument(root);
            }
        });
    }
}
