namespace Blittable.Paths;

/// <summary>A literal of a filter, kept as a document.</summary>
internal sealed class LiteralOperand(BlittableDocument literal) : FilterOperand
{
    /// <summary>The text of a string; null for any other literal.</summary>
    public string? Text => literal.Root.TryGetString(out var text) ? text : null;

    public override bool TryGetValue(ref QueryRun run, BlittableValue current, out BlittableValue value)
    {
        value = literal.Root;
        return true;
    }
}
