namespace Blittable.JsonPath;

/// <summary>Chooses all children.</summary>
internal sealed class WildcardSelector : QuerySelector
{
    public override void Select(ref QueryRun run, BlittableValue value, List<QueryPlace> output)
    {
        switch (value.Kind)
        {
            case BlittableValueKind.Array:
                foreach (var element in value.EnumerateArray())
                {
                    run.Count();
                    output.Add(QueryPlace.Of(element));
                }

                break;
            case BlittableValueKind.Object:
                foreach (var property in value.EnumerateObject())
                {
                    run.Count();
                    output.Add(QueryPlace.Of(property.Value));
                }

                break;
        }
    }
}
