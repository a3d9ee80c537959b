namespace Blittable.Paths;

/// <summary>Chooses the children for which an expression is true.</summary>
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
