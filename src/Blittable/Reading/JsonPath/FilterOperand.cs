namespace Blittable.Reading;

/// <summary>What a filter compares, or hands to a function.</summary>
internal abstract class FilterOperand
{
    /// <summary>Gets the operand's value; false where it is nothing.</summary>
    public abstract bool TryGetValue(ref QueryRun run, BlittableValue current, out BlittableValue value);
}
