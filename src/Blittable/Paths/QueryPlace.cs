namespace Blittable.Paths;

/// <summary>A value that a query has reached, as its document finds it again.</summary>
/// <param name="Address">The value's address.</param>
/// <param name="ShapeTable">The document's shape table; the index of an element of a number array.</param>
internal readonly record struct QueryPlace(int Address, int ShapeTable)
{
    public static QueryPlace Of(BlittableValue value) => new(value.Address, value.ShapeTable);
}
