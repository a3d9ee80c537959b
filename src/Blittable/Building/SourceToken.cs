namespace Blittable.Building;

/// <summary>Where a string stands in the source: in JSON from after its opening quote to after its closing one, in MessagePack from its code
/// on.</summary>
internal readonly record struct SourceToken(int Offset, int Length)
{
    public bool IsKnown => Length > 0;
}
