namespace Blittable.Paths;

/// <summary>Selects children of a value.</summary>
internal abstract class QuerySelector
{
    /// <summary>Gets whether it chooses one child at most.</summary>
    public virtual bool IsSingular => false;

    /// <summary>Hands on the children that it chooses.</summary>
    public abstract void Select(ref QueryRun run, BlittableValue value, in QueryTail tail);

    /// <summary>Finds the one child that a singular selector chooses; false without such a child.</summary>
    public virtual bool TryFollow(BlittableValue value, out BlittableValue child)
    {
        child = default;
        return false;
    }
}
