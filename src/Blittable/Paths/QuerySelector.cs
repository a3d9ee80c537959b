using Blittable.Layout;

namespace Blittable.Paths;

/// <summary>Selects children of a value.</summary>
internal abstract class QuerySelector
{
    /// <summary>Gets a value that indicates whether the selector selects at most one child.</summary>
    public virtual bool IsSingular => false;

    /// <summary>Passes the selected children to the rest of the query.</summary>
    public abstract void Select(ref QueryRun run, BlittableValue value, in QueryTail tail);

    /// <summary>Finds the child that a singular selector selects. Returns false if there is none.</summary>
    public virtual bool TryFollow(BlittableValue value, out BlittableValue child)
    {
        child = default;
        return false;
    }
}

/// <summary>Selects the child with a name or an index.</summary>
internal sealed class ChildSelector(PathStep step) : QuerySelector
{
    public override bool IsSingular => true;

    public override bool TryFollow(BlittableValue value, out BlittableValue child) => step.TryFollow(value, out child);

    public override void Select(ref QueryRun run, BlittableValue value, in QueryTail tail)
    {
        run.Count();
        if (step.TryFollow(value, out var child))
        {
            tail.Take(ref run, child, tail.NeedsPlaces ? step.Find(value) : 0);
        }
    }
}

/// <summary>Selects the elements of a slice as defined in RFC 9535, section 2.3.4.2.2.</summary>
internal sealed class SliceSelector(long? start, long? end, long step) : QuerySelector
{
    public override void Select(ref QueryRun run, BlittableValue value, in QueryTail tail)
    {
        if (step == 0 || value.Kind != BlittableValueKind.Array)
        {
            return;
        }

        // All numbers are 53-bit integers, so no sum overflows.
        long length = value.Count;
        var from = Place(start ?? (step > 0 ? 0 : length - 1), length);
        var to = end is null ? (step > 0 ? length : -1) : Place(end.Value, length);
        if (step > 0)
        {
            to = Math.Clamp(to, 0, length);
            for (var i = Math.Clamp(from, 0, length); i < to && !tail.IsDone; i += step)
            {
                run.Count();
                tail.Take(ref run, value[(int)i], (int)i);
            }

            return;
        }

        to = Math.Clamp(to, -1, length - 1);
        for (var i = Math.Clamp(from, -1, length - 1); i > to && !tail.IsDone; i += step)
        {
            run.Count();
            tail.Take(ref run, value[(int)i], (int)i);
        }
    }

    private static long Place(long index, long length) => index >= 0 ? index : length + index;
}

/// <summary>Selects all children, 4 % faster than a filter that is always true.</summary>
internal sealed class WildcardSelector : QuerySelector
{
    public override void Select(ref QueryRun run, BlittableValue value, in QueryTail tail)
    {
        var place = 0;
        switch (value.Kind)
        {
            case BlittableValueKind.Array:
                foreach (var element in value.EnumerateArray())
                {
                    if (tail.IsDone)
                    {
                        return;
                    }

                    run.Count();
                    tail.Take(ref run, element, place++);
                }

                break;
            case BlittableValueKind.Object:
                foreach (var property in value.EnumerateObject())
                {
                    if (tail.IsDone)
                    {
                        return;
                    }

                    run.Count();
                    tail.Take(ref run, property.Value, place++);
                }

                break;
        }
    }
}

/// <summary>Selects the children for which an expression is true.</summary>
internal sealed class FilterSelector(FilterExpression expression) : QuerySelector
{
    public override void Select(ref QueryRun run, BlittableValue value, in QueryTail tail)
    {
        var place = 0;
        switch (value.Kind)
        {
            case BlittableValueKind.Array:
                foreach (var element in value.EnumerateArray())
                {
                    if (tail.IsDone)
                    {
                        return;
                    }

                    AddIf(ref run, element, place++, tail);
                }

                break;
            case BlittableValueKind.Object:
                foreach (var property in value.EnumerateObject())
                {
                    if (tail.IsDone)
                    {
                        return;
                    }

                    AddIf(ref run, property.Value, place++, tail);
                }

                break;
        }
    }

    private void AddIf(ref QueryRun run, BlittableValue child, int place, in QueryTail tail)
    {
        run.Count();
        if (expression.Test(ref run, child))
        {
            tail.Take(ref run, child, place);
        }
    }
}

/// <summary>Represents a segment of a query: selectors that are applied to a value, or to the value and all its descendants.</summary>
/// <param name="Selectors">The selectors, whose results are concatenated.</param>
/// <param name="IsDescendant">True if the segment also applies to all descendants (<c>..</c>).</param>
internal sealed record QuerySegment(QuerySelector[] Selectors, bool IsDescendant)
{
    public bool IsSingular => !IsDescendant && Selectors.Length == 1 && Selectors[0].IsSingular;

    /// <summary>Passes the values that the segment selects from a value to the rest of the query.</summary>
    public void Select(ref QueryRun run, BlittableValue value, in QueryTail tail)
    {
        foreach (var selector in Selectors)
        {
            selector.Select(ref run, value, tail);
        }

        if (IsDescendant)
        {
            SelectBelow(ref run, value, tail);
        }
    }

    /// <summary>Selects from all descendants, containers before their children and children in order.</summary>
    private void SelectBelow(ref QueryRun run, BlittableValue value, in QueryTail tail)
    {
        ThrowHelper.RequireStack(value.Address);

        var place = 0;
        switch (value.Kind)
        {
            case BlittableValueKind.Array:
                foreach (var element in value.EnumerateArray())
                {
                    if (tail.IsDone)
                    {
                        return;
                    }

                    run.Count();
                    tail.Enter(place++);
                    Select(ref run, element, tail);
                    tail.Leave();
                }

                break;
            case BlittableValueKind.Object:
                foreach (var property in value.EnumerateObject())
                {
                    if (tail.IsDone)
                    {
                        return;
                    }

                    run.Count();
                    tail.Enter(place++);
                    Select(ref run, property.Value, tail);
                    tail.Leave();
                }

                break;
        }
    }
}
