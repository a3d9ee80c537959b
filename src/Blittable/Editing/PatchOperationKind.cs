namespace Blittable.Editing;

/// <summary>What an operation of a JSON Patch that was made from two documents does.</summary>
internal enum PatchOperationKind : byte
{
    Add,
    Remove,
    Replace,
    Move,
}
