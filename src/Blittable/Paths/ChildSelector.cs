using Blittable.Reading;

namespace Blittable.Paths;

/// <summary>Chooses the child of a name or of an index.</summary>
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
