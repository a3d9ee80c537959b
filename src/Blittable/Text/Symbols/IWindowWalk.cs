namespace Blittable.Text;

/// <summary>Interleaves work with the lookups of a window: the steps of a walk over the previous window, or nothing.</summary>
internal interface IWindowWalk
{
    /// <summary>Six steps, for the bits 0 to 5 of a visit's number.</summary>
    void Step(int bit);
}
