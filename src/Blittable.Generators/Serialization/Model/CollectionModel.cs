namespace Blittable.Generators.Serialization.Model;

/// <summary>Describes the enumeration and creation of a collection.</summary>
/// <param name="Source">The expression to enumerate, with <c>value</c> for the collection.</param>
/// <param name="IsArray">true if elements are gathered in an array; false if they are added to the object that <paramref name="Create"/> creates.</param>
/// <param name="Create">The expression that creates an empty collection, with <c>open.Count</c> for the number of elements; empty if none can be
/// created.</param>
/// <param name="Add">The expression that adds <c>item</c>, or <c>key</c> and <c>item</c>, to <c>items</c>.</param>
/// <param name="Result">The expression that converts <c>items</c> to the collection.</param>
internal sealed record CollectionModel(string Source, bool IsArray, string Create, string Add, string Result = "items");
