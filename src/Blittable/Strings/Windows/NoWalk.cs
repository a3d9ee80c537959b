namespace Blittable.Strings;

/// <summary>No walk: there is no window before the first one.</summary>
internal struct NoWalk : IWindowWalk
{
    public readonly void Step(int bit)
    {
    }
}
