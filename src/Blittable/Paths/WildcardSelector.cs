namespace Blittable.Paths;

/// <summary>Chooses all children.</summary>
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
