namespace Blittable.Text;

/// <summary>No walk: for the first window, which has none before it.</summary>
internal struct NoWalk : IWindowWalk
{
    public readonly void Step(int bit)
    {
    }
}
