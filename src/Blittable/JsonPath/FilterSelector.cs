namespace Blittable.JsonPath;

/// <summary>Chooses the children for which an expression is true.</summary>
internal sealed class FilterSelector(FilterExpression expression) : QuerySelector
{
    public override void Select(ref QueryRun run, BlittableValue value, List<QueryPlace> output)
    {
        switch (value.Kind)
        {
            case BlittableValueKind.Array:
                foreach (var element in value.EnumerateArray())
                {
                    AddIf(ref run, element, output);
                }

                break;
            case BlittableValueKind.Object:
                foreach (var property in value.EnumerateObject())
                {
                    AddIf(ref run, property.Value, output);
                }

                break;
        }
    }

    private void AddIf(ref QueryRun run, BlittableValue child, List<QueryPlace> output)
    {
        run.Count();
        if (expression.Test(ref run, child))
        {
            output.Add(QueryPlace.Of(child));
        }
    }
}
