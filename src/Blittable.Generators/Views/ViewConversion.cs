namespace Blittable.Generators.Views;

/// <summary>Describes the conversion of a view to an object.</summary>
/// <param name="Arguments">The properties that are constructor arguments, in order.</param>
/// <param name="Members">The properties that are set in an initializer.</param>
/// <param name="SetsRequired">True if the constructor sets the required members.</param>
internal sealed record ViewConversion(EquatableArray<string> Arguments, EquatableArray<string> Members, bool SetsRequired);
