namespace Blittable.Building;

/// <summary>Where a string stands in a JSON text: from behind its opening quote to behind its closing one.</summary>
internal readonly record struct SourceToken(int Offset, int Length)
{
    public bool IsKnown => Length > 0;
}
