namespace Blittable.Editing;

/// <summary>An operation of a JSON Patch that was made from two documents.</summary>
/// <param name="Kind">What it does.</param>
/// <param name="Path">The JSON Pointer to the place that it changes.</param>
/// <param name="From">The JSON Pointer to the value that it moves.</param>
/// <param name="Address">The address of its value in the new document.</param>
/// <param name="ShapeTable">The shape table of that document, or the index that belongs to the address.</param>
internal readonly record struct PatchOperation(PatchOperationKind Kind, string Path, string? From, int Address, int ShapeTable);
