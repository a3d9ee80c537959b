namespace Blittable.Editing;

/// <summary>A child of an edited container: a value that is as it was, or a container that was edited as well.</summary>
/// <param name="Source">The document that it is in.</param>
/// <param name="Address">The address in that document.</param>
/// <param name="ShapeTable">The shape table of that document, or the index that belongs to the address.</param>
/// <param name="Container">The edited container, in place of the address; null for a value that is as it was.</param>
internal readonly record struct EditedChild(EditSource Source, int Address, int ShapeTable, EditedContainer? Container)
{
    public static EditedChild Of(EditSource source, BlittableValue value) => new(source, value.Address, value.ShapeTable, null);

    public static EditedChild Of(EditedContainer container) => new(EditSource.Own, 0, 0, container);

    /// <summary>The same child at a second place, or at another one.</summary>
    public EditedChild AsCopy() => Source == EditSource.Own ? this with { Source = EditSource.Copied } : this;
}
