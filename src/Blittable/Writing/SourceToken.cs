namespace Blittable.Writing;

/// <summary>Where a string stands in the source: in JSON from after its opening quote to after its closing one, in MessagePack from its code
/// on.</summary>
/// <param name="Offset">Where it starts.</param>
/// <param name="Length">Its bytes, with its quote or its code.</param>
/// <param name="Text">Where its text stands as it is, without escapes; -1 if it does not.</param>
internal readonly record struct SourceToken(int Offset, int Length, int Text)
{
    public bool IsKnown => Length > 0;
}
