using System.Text;

namespace Blittable.Collections;

/// <summary>Containment of a JSON value, taken apart into comparisons wherever columns can answer it.</summary>
internal sealed class ContainsFilter(BlittablePath path, byte[] json) : Filter
{
    private readonly BlittableDocument _value = BlittableDocument.Parse(json);

    internal override BoundFilter Bind(QueryPlan plan)
    {
        plan.Add(path).RequireFound();
        return Decompose(path, _value.Root, isElement: true)?.Bind(plan) ?? new Bound(plan.Add(path), _value);
    }

    /// <summary>Filters that say the same; null where an array must have an object or array as its element, all of which has to be the same one.</summary>
    private static Filter? Decompose(BlittablePath path, BlittableValue value, bool isElement)
    {
        var parts = new List<Filter>();
        switch (value.Kind)
        {
            case BlittableValueKind.Object:
                foreach (var property in value.EnumerateObject())
                {
                    if (Decompose(BlittablePath.Parse(path + Segment(property.Name)), property.Value, isElement: false) is not { } part)
                    {
                        return null;
                    }

                    parts.Add(part);
                }

                // Where the value is an empty object, all that counts is that there is an object.
                return parts.Count == 0 ? null : All([.. parts]);
            case BlittableValueKind.Array:
                foreach (var element in value.EnumerateArray())
                {
                    if (element.Kind is BlittableValueKind.Object or BlittableValueKind.Array)
                    {
                        return null;
                    }

                    parts.Add(new ComparisonFilter(BlittablePath.Parse($"{path}[*]"), FilterOperator.Equal, QueryValue.FromScalar(element), isStrict: false));
                }

                return parts.Count == 0 ? null : All([.. parts]);
            default:
                var scalar = QueryValue.FromScalar(value);
                var itself = new ComparisonFilter(path, FilterOperator.Equal, scalar, isStrict: false);
                return isElement ? Any(itself, new ComparisonFilter(BlittablePath.Parse($"{path}[*]"), FilterOperator.Equal, scalar, isStrict: false)) : itself;
        }
    }

    private static string Segment(string name)
    {
        var segment = new StringBuilder("['");
        foreach (var character in name)
        {
            _ = character switch
            {
                '\'' or '\\' => segment.Append('\\').Append(character),
                < ' ' => segment.Append($"\\u{(int)character:x4}"),
                _ => segment.Append(character),
            };
        }

        return segment.Append("']").ToString();
    }

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
