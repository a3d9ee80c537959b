using System.Collections.Concurrent;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;
using Blittable.Collections.Stripes;
using Blittable.Columns;

namespace Blittable.Collections.Query.Filters;

/// <summary>Compares a path with a scalar: in columns by bounds and codes, in documents value by value.</summary>
internal sealed partial class BoundComparison : BoundFilter
{
    private readonly PathPlan _path;
    private readonly FilterOperator _comparison;
    private readonly QueryValue _value;
    private readonly ComparePredicate _predicate;
    private readonly NumberLiteral _number;
    private readonly TextLiteral? _text;
    private readonly Int128? _instant;
    private readonly BlittablePath? _arrays;

    /// <summary>The hash of equal numbers or strings, if only they match.</summary>
    private readonly ulong? _hash;

    /// <summary>The hash of equal dates, if only they match.</summary>
    private readonly ulong? _dateHash;

    /// <summary>For each stripe with an index of the path, the chunk groups that may match; null if all may.</summary>
    private readonly ConcurrentDictionary<int, List<int>?> _groups = new(1, 1);

    public BoundComparison(PathPlan path, FilterOperator comparison, QueryValue value, BlittablePath? arrays)
    {
        _path = path;
        _arrays = arrays;
        _comparison = comparison;
        _value = value;
        _predicate = new ComparePredicate(comparison, value);
        if (value.Kind == QueryValueKind.Number)
        {
            _number = new NumberLiteral(value);
            _hash = comparison == FilterOperator.Equal && _number.TryGetHash(out var hash) ? hash : null;
        }
        else if (value.Kind == QueryValueKind.String)
        {
            _text = new TextLiteral(comparison, value.GetString());
            _hash = comparison == FilterOperator.Equal ? _text.Hash : null;
            if (comparison != FilterOperator.StartsWith && Dates.Iso8601.TryParse(value.GetString(), out var date, out _))
            {
                (_instant, _dateHash) = (DateCount.ToNanoseconds(date), comparison == FilterOperator.Equal ? IndexHash.Of(date) : null);
            }
        }
        else if (value.Kind == QueryValueKind.Date)
        {
            (_instant, _dateHash) = (DateCount.ToNanoseconds(value.GetTimestamp()), comparison == FilterOperator.Equal ? IndexHash.Of(value.GetTimestamp()) : null);
        }
    }

    public override bool ReadsDocuments(int stripe) =>
        _path[stripe].Coverage == PathCoverage.Documents
        || (_comparison == FilterOperator.NotEqual && NodeStates.IsBelowArray(_path[stripe].Node))
        || (_comparison == FilterOperator.StartsWith && _path[stripe].Node is { Dates: not null });

    public override Match Prune(GroupCursor cursor)
    {
        ref readonly var at = ref _path[cursor.StripeIndex];
        if (at.Coverage == PathCoverage.Absent)
        {
            return Match.None;
        }

        if (ReadsDocuments(cursor.StripeIndex) || _comparison == FilterOperator.NotEqual)
        {
            return Match.Some;
        }

        var (node, group) = (at.Node!, cursor.Group);
        var rows = !NodeStates.IsBelowArray(node) ? cursor.Stripe.GroupRows(group) : -1;
        var match = _value.Kind switch
        {
            QueryValueKind.Number => PruneNumbers(node.Numbers, group, rows),
            QueryValueKind.String => PruneStrings(node.Strings, group, rows),
            QueryValueKind.Boolean => PruneBooleans(node.Booleans?.Chunk(group), rows),
            _ => Match.None,
        };
        if (match == Match.Some && _hash is not null && cursor.Stripe.IsHashed(node) && Groups(cursor, node) is { } found && found.BinarySearch(group) < 0)
        {
            match = Match.None;
        }

        if (match != Match.All && _instant is not null)
        {
            var dates = PruneDates(node.Dates, group, rows);
            return dates == Match.None ? match : dates;
        }

        return match;
    }

    public override double Estimate(GroupCursor cursor) =>
        _comparison is not (FilterOperator.NotEqual or FilterOperator.StartsWith) && _path[cursor.StripeIndex].Node is { } node && !NodeStates.IsBelowArray(node)
            && Prune(cursor) == Match.Some
                ? EvenFraction(node, cursor) ?? base.Estimate(cursor)
                : base.Estimate(cursor);

    public override void Evaluate(GroupCursor cursor, Span<ulong> mask)
    {
        if (ReadsDocuments(cursor.StripeIndex))
        {
            EvaluateDocuments(cursor, mask);
            return;
        }

        var node = _path[cursor.StripeIndex].Node!;
        var rented = cursor.RentMask(mask.Length);
        var passed = rented.AsSpan(0, mask.Length);
        if (NodeStates.IsBelowArray(node))
        {
            EvaluateElements(node, cursor, passed);
        }
        else
        {
            EvaluateColumns(node, cursor, passed);
        }

        if (_comparison == FilterOperator.NotEqual)
        {
            for (var i = 0; i < passed.Length; i++)
            {
                passed[i] = ~passed[i];
            }

            NodeStates.Keep(node, cursor, mask, state => state is not (NodeState.Missing or NodeState.Null));
        }

        for (var i = 0; i < mask.Length; i++)
        {
            mask[i] &= passed[i];
        }

        cursor.Return(rented);
    }

    public override bool Test(BlittableValue root)
    {
        foreach (var value in (_arrays ?? _path.Path).Evaluate(root))
        {
            if (_arrays is null ? TestValue(value) : value.Kind == BlittableValueKind.Array && TestElements(value))
            {
                return true;
            }
        }

        return false;
    }

    private List<int>? Groups(GroupCursor cursor, StripeNode node) => _groups.GetOrAdd(
        cursor.StripeIndex,
        static (_, search) => search.Stripe.FindGroups(search.Path, search.Node, CollectionKey.Of(search.Value)),
        (cursor.Stripe, _path.Path, Node: node, Value: _value));

    private bool TestElements(BlittableValue array)
    {
        foreach (var element in array.EnumerateArray())
        {
            if (TestValue(element))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Tests a value. For <see cref="FilterOperator.StartsWith"/>, dates are compared as text.</summary>
    private bool TestValue(BlittableValue value) => _predicate.Passes(
        value.Kind == BlittableValueKind.String && _comparison == FilterOperator.StartsWith
            ? QueryValue.FromText(value.GetString())
            : QueryValue.FromScalar(value));

    /// <summary>Finds the elements that match, and then the rows that have one of them.</summary>
    private void EvaluateElements(StripeNode node, GroupCursor cursor, Span<ulong> passed)
    {
        var elements = node.SpaceRows(cursor.Group);
        var words = MaskKernel.Words(elements);
        var rented = cursor.RentMask(words);
        EvaluateColumns(node, cursor, rented.AsSpan(0, words));
        ElementRows.Fold(node, cursor, rented, passed);
        cursor.Return(rented);
    }
}
