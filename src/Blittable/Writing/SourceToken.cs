namespace Blittable.Writing;

/// <summary>Represents the position of a string in the source: in JSON from after its opening quotation mark to after its closing one, in MessagePack from its
/// format byte.</summary>
/// <param name="Offset">The start of the token.</param>
/// <param name="Length">The length of the token in bytes, including its closing quotation mark or its format byte.</param>
/// <param name="Text">The start of its text if it has no escapes; otherwise, -1.</param>
internal readonly record struct SourceToken(int Offset, int Length, int Text)
{
    public bool IsKnown => Length > 0;
}
