namespace Blittable.Paths;

/// <summary>Evaluates an operand of a filter or an argument of a function.</summary>
internal abstract class FilterOperand
{
    /// <summary>Gets the operand's value; false where it is nothing.</summary>
    public abstract bool TryGetValue(ref QueryRun run, BlittableValue current, out BlittableValue value);
}
