namespace Blittable;

/// <summary>Specifies the kind of a <see cref="BlittablePatch"/>.</summary>
public enum BlittablePatchKind : byte
{
    /// <summary>A JSON Patch (RFC 6902): an array of operations.</summary>
    JsonPatch,

    /// <summary>A JSON Merge Patch (RFC 7396): an object whose members replace members of the document.</summary>
    MergePatch,
}
