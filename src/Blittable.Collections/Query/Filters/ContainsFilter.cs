using System.Text;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;
using Blittable.Collections.Stripes;
using Blittable.Paths;

namespace Blittable.Collections.Query.Filters;

/// <summary>Tests containment of a JSON value, decomposed into comparisons if columns can evaluate it.</summary>
internal sealed class ContainsFilter(BlittablePath path, byte[] json) : Filter
{
    /// <summary>The options of the JSON. Its strings compare like the literals of other filters: as dates with dates, and as strings with strings.</summary>
    private static readonly BlittableOptions s_options = new() { DetectDates = false };

    private readonly BlittableDocument _value = BlittableDocument.Parse(json, s_options);

    public BlittablePath Path => path;

    public BlittableValue Value => _value.Root;

    internal override IEnumerable<BlittablePath> Paths => [path];

    public override string ToString() => $"{path} contains {Encoding.UTF8.GetString(json)}";

    internal override BoundFilter Bind(QueryPlan plan)
    {
        plan.Add(path).ExpectFound();
        return Decompose(path, _value.Root, isElement: true)?.Bind(plan) ?? new Bound(plan.Add(path), _value);
    }

    /// <summary>Binds the filter to rows that are elements of arrays. Their values are tested when they are read from documents.</summary>
    internal override BoundFilter BindRows(QueryPlan plan)
    {
        var tested = plan.AddReader(path, value => Containment.Contains(value, _value.Root, isTop: true));
        tested.RequireSingle("to compare elements of arrays");
        return new ValueFilter.Bound(tested, new ComparePredicate(FilterOperator.Equal, true));
    }

    /// <summary>Returns equivalent filters, or null if several of them would have to match the same value: an array element that must be an object or array, or
    /// one of the values at a path with a wildcard.</summary>
    private static Filter? Decompose(BlittablePath path, BlittableValue value, bool isElement)
    {
        var parts = new List<Filter>();
        switch (value.Kind)
        {
            case BlittableValueKind.Object:
                foreach (var property in value.EnumerateObject())
                {
                    if (Decompose(BlittablePath.Of([.. path.Steps, PathStep.OfName(property.Name)]), property.Value, isElement: false) is not { } part)
                    {
                        return null;
                    }

                    parts.Add(part);
                }

                return Join(path, parts);
            case BlittableValueKind.Array:
                foreach (var element in value.EnumerateArray())
                {
                    if (element.Kind is BlittableValueKind.Object or BlittableValueKind.Array)
                    {
                        return null;
                    }

                    parts.Add(HasElement(path, QueryValue.FromScalar(element)));
                }

                return Join(path, parts);
            default:
                var scalar = QueryValue.FromScalar(value);
                var itself = new ComparisonFilter(path, FilterOperator.Equal, scalar, isNamed: false);
                return isElement ? Any(itself, HasElement(path, scalar)) : itself;
        }
    }

    private static Filter? Join(BlittablePath path, List<Filter> parts) => parts.Count switch
    {
        // For an empty object or array, only its existence matters.
        0 => null,
        1 => parts[0],
        _ => path.HasWildcard ? null : All([.. parts]),
    };

    /// <summary>Tests whether an array contains a scalar. An object with the scalar as a property does not match.</summary>
    private static ComparisonFilter HasElement(BlittablePath path, QueryValue scalar) =>
        new(BlittablePath.Of([.. path.Steps, PathStep.Wildcard]), FilterOperator.Equal, scalar, isNamed: false, arrays: path);

    private sealed class Bound(PathPlan path, BlittableDocument value) : BoundFilter
    {
        public override Match Prune(GroupCursor cursor) => path[cursor.StripeIndex].Coverage == PathCoverage.Absent ? Match.None : Match.Some;

        public override void Evaluate(GroupCursor cursor, Span<ulong> mask) => EvaluateDocuments(cursor, mask);

        public override bool Test(BlittableValue root)
        {
            foreach (var candidate in path.Path.Evaluate(root))
            {
                if (Containment.Contains(candidate, value.Root, isTop: true))
                {
                    return true;
                }
            }

            return false;
        }

        public override bool ReadsDocuments(int stripe) => true;
    }
}
