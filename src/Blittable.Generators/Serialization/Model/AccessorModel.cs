namespace Blittable.Generators.Serialization.Model;

/// <summary>Describes the declaration of an accessor for a generic type: in a class with the type parameters of the type.</summary>
/// <param name="Parameters">The names of the type parameters, separated by commas.</param>
/// <param name="Arguments">The type arguments, separated by commas.</param>
/// <param name="Constraints">The constraints of the type parameters, as C# clauses.</param>
/// <param name="Target">The type with its type parameters.</param>
/// <param name="Types">The type of the member, or the types of the constructor's parameters, in terms of the type parameters.</param>
internal sealed record AccessorModel(string Parameters, string Arguments, string Constraints, string Target, EquatableArray<string> Types);
