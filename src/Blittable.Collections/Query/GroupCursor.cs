using Blittable.Columns;

namespace Blittable.Collections;

/// <summary>One worker's place in a query: a chunk group, the rows selected of it, and the values read for them so far. Reusable.</summary>
internal sealed class GroupCursor
{
    private readonly QueryPlan _plan;
    private readonly PathValues?[] _values;
    private readonly Stack<ulong[]> _masks = new();
    private byte[] _matches = [];
    private bool _hasDocumentValues;

    public GroupCursor(QueryPlan plan)
    {
        _plan = plan;
        _values = new PathValues?[plan.Paths.Count];
    }

    public Stripe Stripe { get; private set; } = null!;

    /// <summary>The stripe's place among those of the snapshot.</summary>
    public int StripeIndex { get; private set; }

    /// <summary>The chunk group within the stripe.</summary>
    public int Group { get; private set; }

    /// <summary>The collection's row number of the group's first row.</summary>
    public long FirstRow => Stripe.FirstRow + ((long)Group * Stripe.ChunkRows);

    public RowSelection Selection { get; } = new();

    /// <summary>What a filter reads strings into.</summary>
    public StringBatch Strings { get; } = new();

    /// <summary>Goes to a chunk group and selects the rows that are live and pass the filter.</summary>
    /// <returns>Whether any row is selected.</returns>
    public bool MoveTo(int stripeIndex, int group)
    {
        StripeIndex = stripeIndex;
        Stripe = _plan.Snapshot.Stripes[stripeIndex];
        Group = group;
        _hasDocumentValues = false;
        foreach (var values in _values)
        {
            values?.Forget();
        }

        var match = _plan.Filter?.Prune(this) ?? Match.All;
        if (match == Match.None)
        {
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
        return Selection.Count > 0;
    }

    /// <summary>The values of a path in the selected rows.</summary>
    public PathValues Values(PathPlan path)
    {
        var values = _values[path.Index] ??= new PathValues(this, path);
        if (path[StripeIndex].Coverage == PathCoverage.Documents && !_hasDocumentValues)
        {
            ReadDocuments();
        }

        return values;
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

    /// <summary>One pass over the documents of the selected rows, for all paths of the query that are only there.</summary>
    private void ReadDocuments()
    {
        _hasDocumentValues = true;
        var paths = new List<PathValues>();
        foreach (var path in _plan.Paths)
        {
            if (path[StripeIndex].Coverage == PathCoverage.Documents && !path.Path.HasWildcard)
            {
                var values = _values[path.Index] ??= new PathValues(this, path);
                values.StartDocuments();
                paths.Add(values);
            }
        }

        Stripe.ReadDocuments(Group, Selection.Mask, (_, root) =>
        {
            foreach (var values in paths)
            {
                values.AddDocument(root);
            }
        });
    }
}
