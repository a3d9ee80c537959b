namespace Blittable.Generators.Views;

/// <summary>Represents a property of a view.</summary>
/// <param name="Name">The C# name.</param>
/// <param name="JsonName">The name in documents.</param>
/// <param name="Kind">The kind of the property.</param>
/// <param name="Type">The full name of the type of a scalar, view, or element, without a question mark.</param>
/// <param name="Reader">For a scalar, the <c>BlittableValue</c> method that reads it.</param>
/// <param name="IsNullable">True if the property may be absent or null.</param>
/// <param name="IsReference">True if a nullable scalar is a reference type, which has no <c>Value</c>.</param>
/// <param name="Accessibility">The modifiers of a declared property.</param>
/// <param name="Enum">For an enum, its members.</param>
/// <param name="Collection">For a list that is converted to an object, the expression that creates it from an array, with {0} for the array.</param>
/// <param name="CollectionType">For a list that is converted, the full name of the collection.</param>
/// <param name="ObjectType">For a list that is converted, the full name of the element type in the object.</param>
/// <param name="IsElementReference">For a list that is converted, true if elements of the object can be null.</param>
/// <param name="MayBeAbsent">True if the property may be absent although its type is not nullable, because its default value is not written.</param>
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
    bool IsElementReference = false,
    bool MayBeAbsent = false);
