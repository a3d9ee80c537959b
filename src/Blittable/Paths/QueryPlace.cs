namespace Blittable.Paths;

/// <summary>Represents the location in a document of a value that a query has selected.</summary>
/// <param name="Address">The address of the value.</param>
/// <param name="ShapeTable">The shape table of the document; for an element of a number array, its index.</param>
internal readonly record struct QueryPlace(int Address, int ShapeTable)
{
    public static QueryPlace Of(BlittableValue value) => new(value.Address, value.ShapeTable);
}
