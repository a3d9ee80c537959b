namespace Blittable.Generators.Serialization.Model;

/// <summary>How an accessor of a generic type is declared: in a class that has the type parameters of the type.</summary>
/// <param name="Parameters">The names of the type parameters, with commas between them.</param>
/// <param name="Arguments">The types in their place.</param>
/// <param name="Constraints">What is demanded of them, as clauses of C#.</param>
/// <param name="Target">The type with its parameters.</param>
/// <param name="Types">The types of the member, or of the constructor's parameters, with the type parameters.</param>
internal sealed record AccessorModel(string Parameters, string Arguments, string Constraints, string Target, EquatableArray<string> Types);
