namespace Blittable.Generators.Views;

/// <summary>A property of a view.</summary>
/// <param name="Name">Its name in C#.</param>
/// <param name="JsonName">Its name in documents.</param>
/// <param name="Kind">The kind of the property.</param>
/// <param name="Type">The full name of what it gives: the type of a scalar, of a view, or of an element, without a question mark.</param>
/// <param name="Reader">For a scalar, the method of a value that reads it.</param>
/// <param name="IsNullable">Whether it may be absent or null.</param>
/// <param name="IsReference">Whether a nullable scalar is a reference, which has no <c>Value</c>.</param>
/// <param name="Accessibility">The modifiers of a property that its author declared.</param>
/// <param name="Enum">For an enum, its members.</param>
/// <param name="Collection">For a list that is converted to an object: the expression that makes it from an array, with {0} for the array.</param>
/// <param name="CollectionType">For a list that is converted: the full name of the collection.</param>
/// <param name="ObjectType">For a list that is converted: the full name of an element of the object.</param>
/// <param name="IsElementReference">For a list that is converted: whether an element of the object can be null.</param>
internal sealed record ViewProperty(
    string Name,
    string JsonName,
    ViewPropertyKind Kind,
    string Type,
    string Reader,
    bool IsNullable,
    bool IsReference,
    string Accessibility,
    ViewEnum? Enum,
    string Collection,
    string CollectionType,
    string ObjectType,
    bool IsElementReference = false);
