namespace Blittable.Editing;

/// <summary>A change of an array.</summary>
/// <param name="Kind">What it does; a replacement stands for the changes within an element.</param>
/// <param name="Place">The place that is changed, or that a move starts from.</param>
/// <param name="Other">The place that a move leads to, the place in the new array of an addition, the place in the old array of a change.</param>
internal readonly record struct ArrayStep(PatchOperationKind Kind, int Place, int Other);
