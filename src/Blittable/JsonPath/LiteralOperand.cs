namespace Blittable.JsonPath;

/// <summary>A literal of a filter, kept as a document.</summary>
internal sealed class LiteralOperand(BlittableDocument literal) : FilterOperand
{
    public override bool TryGetValue(ref QueryRun run, BlittableValue current, out BlittableValue value)
    {
        value = literal.Root;
        return true;
    }
}
