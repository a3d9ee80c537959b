namespace Blittable.Editing;

/// <summary>Represents an operation of a computed JSON Patch.</summary>
/// <param name="Kind">The kind of the operation.</param>
/// <param name="Path">The JSON Pointer to the position that it changes.</param>
/// <param name="From">The JSON Pointer to the value that it moves.</param>
/// <param name="Address">The address of its value in the new document.</param>
/// <param name="ShapeTable">The shape table of that document, or the index that belongs to the address.</param>
internal readonly record struct PatchOperation(PatchOperationKind Kind, string Path, string? From, int Address, int ShapeTable);
