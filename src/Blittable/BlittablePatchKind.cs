namespace Blittable;

/// <summary>Identifies the kind of a <see cref="BlittablePatch"/>.</summary>
public enum BlittablePatchKind : byte
{
    /// <summary>A JSON Patch of RFC 6902: an array of operations.</summary>
    JsonPatch,

    /// <summary>A JSON Merge Patch of RFC 7396: an object whose members replace those of the document.</summary>
    MergePatch,
}
