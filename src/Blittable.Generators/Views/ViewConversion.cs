namespace Blittable.Generators.Views;

/// <summary>How an object is made from a view.</summary>
/// <param name="Arguments">The properties that are arguments of the constructor, in its order.</param>
/// <param name="Members">The properties that are set in an initializer.</param>
internal sealed record ViewConversion(EquatableArray<string> Arguments, EquatableArray<string> Members);
