using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Paths;

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
        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
        {
            ThrowHelper.DeeperThanStack(value.Address & int.MaxValue);
        }

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
