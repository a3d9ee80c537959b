namespace Blittable.Generators.Serialization.Model;

/// <summary>How a collection is gone through and made.</summary>
/// <param name="Source">The expression to go through, with <c>value</c> for the collection.</param>
/// <param name="IsArray">true if elements are gathered in an array; false if they are added to the object that <paramref name="Create"/> makes.</param>
/// <param name="Create">What makes an empty collection, with <c>open.Count</c> for the number of elements; empty where none can be made.</param>
/// <param name="Add">What adds <c>item</c>, or <c>key</c> and <c>item</c>, to <c>items</c>.</param>
/// <param name="Result">What turns <c>items</c> into the collection.</param>
internal sealed record CollectionModel(string Source, bool IsArray, string Create, string Add, string Result = "items");
