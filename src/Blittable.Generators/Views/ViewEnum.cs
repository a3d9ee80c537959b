namespace Blittable.Generators.Views;

/// <summary>Describes an enum that a view reads by name or number.</summary>
/// <param name="Members">The name of each member in C# and in JSON.</param>
/// <param name="IsFlags">Whether several names can be in one string.</param>
/// <param name="IsUnsigned">Whether the underlying type has no sign.</param>
/// <param name="Reader">The method of a value that reads the number.</param>
internal sealed record ViewEnum(EquatableArray<(string Name, string JsonName)> Members, bool IsFlags, bool IsUnsigned, string Reader);
