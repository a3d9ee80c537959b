using Blittable.Collections.Query.Values;
using Blittable.Collections.Stripes;
using Blittable.Columns;

namespace Blittable.Collections.Query.Rows;

/// <summary>Represents the position of a worker in a query: a chunk group, its selected rows, and the values read for them. Reusable.</summary>
internal sealed class GroupCursor
{
    private readonly QueryPlan _plan;
    private readonly PathValues?[] _values;
    private readonly Stack<ulong[]> _masks = new();
    private readonly Stack<NumberVector> _vectors = new();
    private readonly Stack<EstimateVector> _estimates = new();
    private readonly UnnestedRows? _unnested;
    private GroupCursor? _narrowed;
    private readonly Dictionary<(object Filter, SharedStrings Strings), byte[]> _sharedMatches = [];
    private readonly Dictionary<BoundChoice, RowChoices> _choices = [];
    private readonly Dictionary<object, DayParts> _dayParts = [];
    private readonly Dictionary<BoundExpression, StringResults?> _results = [];
    private byte[] _matches = [];
    private bool _hasDocumentValues;

    /// <summary>For each path, its values in all rows, if these are neither in columns nor read from documents on demand.</summary>
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

    /// <summary>Gets the index of the stripe in the snapshot.</summary>
    public int StripeIndex { get; private set; }

    /// <summary>Gets the index of the chunk group in the stripe.</summary>
    public int Group { get; private set; }

    /// <summary>Gets a number that increases with the rows of a query from batch to batch, regardless of the worker.</summary>
    public long Order { get; private set; }

    /// <summary>Gets the row number, in the collection, of the group's first row.</summary>
    public long FirstRow => Stripe.FirstRow + ((long)Group * Stripe.ChunkRows);

    /// <summary>Gets the selected rows: documents, or elements of their arrays after unnesting.</summary>
    public RowSelection Selection { get; } = new();

    /// <summary>Gets a value that indicates whether rows are the elements of arrays.</summary>
    public bool IsUnnested { get; private set; }

    /// <summary>Gets a value that indicates whether the values of all rows are already available, because elements were read from documents or rows were
    /// spilled.</summary>
    public bool IsGiven => _given is not null;

    /// <summary>Gets the batch that filters read strings into.</summary>
    public StringBatch Strings { get; } = new();

    /// <summary>Moves to a chunk group and selects the rows that are not deleted and match the filter.</summary>
    /// <returns>True if any row is selected.</returns>
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
        _plan.Profile?.AddGroup(Selection.Count);
        return Selection.Count > 0 && (_unnested is null || Unnest(_unnested));
    }

    /// <summary>Moves to a chunk group, and determines what its statistics alone prove without reading it.</summary>
    public Match Prune(int stripeIndex, int group)
    {
        StartAt(_plan.Snapshot.Stripes[stripeIndex], stripeIndex, group);
        return _plan.Filter?.Prune(this) ?? Match.All;
    }

    /// <summary>Moves to a chunk group, and estimates the fraction of its rows that match the filter.</summary>
    public double EstimateFraction(int stripeIndex, int group)
    {
        StartAt(_plan.Snapshot.Stripes[stripeIndex], stripeIndex, group);
        return _plan.Filter?.Estimate(this) ?? 1;
    }

    /// <summary>Moves to spilled rows.</summary>
    /// <param name="values">For each path of the query, its value in each row.</param>
    /// <param name="rows">The number of rows.</param>
    public void Give(List<QueryValue>[] values, int rows)
    {
        Forget();
        Order++;
        _given = values;
        IsUnnested = true;
        Selection.SelectAll(rows);
    }

    /// <summary>Returns a cursor at the same position with only some rows selected, valid until the next call.</summary>
    /// <param name="mask">A bit for each row of the group, or for each element after unnesting.</param>
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

    /// <summary>Returns a cursor at the same position with only some of the selected rows selected, valid until the next call. Only if rows are
    /// documents.</summary>
    /// <param name="selected">A bit for each selected row.</param>
    public GroupCursor NarrowSelected(ReadOnlySpan<ulong> selected)
    {
        if (Selection.IsAll)
        {
            return Narrow(selected);
        }

        var mask = RentMask(Selection.Mask.Length);
        Selection.Spread(selected, mask);
        var narrowed = Narrow(mask);
        Return(mask);
        return narrowed;
    }

    /// <summary>Returns the values of a path in the selected rows.</summary>
    public PathValues Values(PathPlan path)
    {
        var values = _values[path.Index] ??= new PathValues(this, path);
        if (path.Expression is null && !_hasDocumentValues && (IsGiven || path[StripeIndex].Coverage == PathCoverage.Documents))
        {
            ReadDocuments();
        }

        return values;
    }

    /// <summary>Returns the rows that the columns of a path are read for: documents, or elements of the array that contains the path.</summary>
    public RowSelection SelectionOf(PathPlan path) => IsUnnested && !IsGiven ? _unnested!.SelectionOf(path, Selection) : Selection;

    /// <summary>Returns, for each selected row, the index of the row with the path's value among those that its columns are read for; empty if they are
    /// identical.</summary>
    public ReadOnlySpan<int> PlacesOf(PathPlan path) => IsUnnested && !IsGiven ? _unnested!.PlacesOf(path) : default;

    /// <summary>Copies the documents of the selected rows, as row numbers within the group.</summary>
    public void CopyRows(Span<int> rows)
    {
        Selection.CopyRows(rows);
        if (IsUnnested)
        {
            _unnested!.ToDocuments(rows);
        }
    }

    /// <summary>Rents a mask with undefined contents. Return it with <see cref="Return(ulong[])"/>.</summary>
    public ulong[] RentMask(int words) => _masks.TryPop(out var mask) && mask.Length >= words ? mask : new ulong[words];

    public void Return(ulong[] mask) => _masks.Push(mask);

    /// <summary>Rents a vector with undefined contents for intermediate results. Return it with <see cref="Return(NumberVector)"/>.</summary>
    public NumberVector RentNumbers() => _vectors.TryPop(out var numbers) ? numbers : new NumberVector();

    public void Return(NumberVector numbers) => _vectors.Push(numbers);

    /// <summary>Rents estimates with undefined contents. Return them with <see cref="Return(EstimateVector)"/>.</summary>
    public EstimateVector RentEstimates() => _estimates.TryPop(out var estimates) ? estimates : new EstimateVector();

    public void Return(EstimateVector estimates) => _estimates.Push(estimates);

    /// <summary>Returns a byte for each string, with undefined contents, valid until the next call.</summary>
    public Span<byte> RentMatches(int count)
    {
        if (_matches.Length < count)
        {
            _matches = new byte[count];
        }

        return _matches.AsSpan(0, count);
    }

    /// <summary>Returns the result of a filter for the strings of a batch: a 0 for null, followed by 1 for each string that matches. Results for shared strings
    /// are computed only once.</summary>
    /// <param name="filter">The filter.</param>
    /// <param name="strings">The batch.</param>
    /// <param name="matchAll">Sets the elements of matching strings, which are initially 0, to 1.</param>
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

    /// <summary>Returns the table of values that depend on the day of a date, which remains valid for the following batches.</summary>
    /// <param name="part">The function or expression that returns the values.</param>
    public DayParts PartsOf(object part)
    {
        if (!_dayParts.TryGetValue(part, out var parts))
        {
            _dayParts.Add(part, parts = new DayParts());
        }

        return parts;
    }

    /// <summary>Returns the value that each selected row chooses.</summary>
    public RowChoices Choices(BoundChoice branches)
    {
        if (!_choices.TryGetValue(branches, out var choices))
        {
            choices = new RowChoices(Selection.Count, branches.Count);
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

    /// <summary>Replaces the selected documents with the elements of their arrays.</summary>
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

        _plan.Profile?.AddElements(Selection.Count);
        return Selection.Count > 0;
    }

    /// <summary>Reads the values of all paths that are only in documents, in a single pass over the documents of the selected rows.</summary>
    private void ReadDocuments()
    {
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

            _hasDocumentValues = true;
            return;
        }

        Stripe.ReadDocuments(Group, Selection.Mask, (_, root) =>
        {
            foreach (var (_, values) in paths)
            {
                values.AddDocument(root);
            }
        });
        _hasDocumentValues = true;
    }
}
