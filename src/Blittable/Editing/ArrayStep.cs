namespace Blittable.Editing;

/// <summary>Represents one step that changes an array.</summary>
/// <param name="Kind">The kind of the step. A replacement represents the changes inside an element.</param>
/// <param name="Place">The index to change, or the source index of a move.</param>
/// <param name="Other">For a move, the target index. For an addition, the index in the new array. For a change, the index in the old array.</param>
internal readonly record struct ArrayStep(PatchOperationKind Kind, int Place, int Other);
