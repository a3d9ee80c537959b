namespace Blittable.Editing;

/// <summary>Represents a child of an edited container: an unchanged value, or another edited container.</summary>
/// <param name="Source">The document that contains the child.</param>
/// <param name="Address">The address in that document.</param>
/// <param name="ShapeTable">The shape table of that document, or the index that belongs to the address.</param>
/// <param name="Container">The edited container, which replaces the address, or <see langword="null"/> for an unchanged value.</param>
internal readonly record struct EditedChild(EditSource Source, int Address, int ShapeTable, EditedContainer? Container)
{
    public static EditedChild Of(EditSource source, BlittableValue value) => new(source, value.Address, value.ShapeTable, null);

    public static EditedChild Of(EditedContainer container) => new(EditSource.Own, 0, 0, container);

    /// <summary>Returns the child for a new or an additional position.</summary>
    public EditedChild AsCopy() => Source == EditSource.Own ? this with { Source = EditSource.Copied } : this;
}
