namespace Blittable.Editing;

/// <summary>Specifies the kind of an operation of a computed JSON Patch.</summary>
internal enum PatchOperationKind : byte
{
    Add,
    Remove,
    Replace,
    Move,
}
