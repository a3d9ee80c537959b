namespace Blittable.Generators.Views;

/// <summary>Describes an enum that a view reads by name or number.</summary>
/// <param name="Members">The C# name and the JSON name of each member.</param>
/// <param name="IsFlags">True if one string can contain several names.</param>
/// <param name="IsUnsigned">True if the underlying type is unsigned.</param>
/// <param name="Reader">The <c>BlittableValue</c> method that reads the number.</param>
internal sealed record ViewEnum(EquatableArray<(string Name, string JsonName)> Members, bool IsFlags, bool IsUnsigned, string Reader);
