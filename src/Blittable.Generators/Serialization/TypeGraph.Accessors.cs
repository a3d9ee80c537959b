using Blittable.Generators.Serialization.Model;
using Microsoft.CodeAnalysis;

namespace Blittable.Generators.Serialization;

/// <content>Describes accessors for members of generic types, which the runtime resolves by type parameters.</content>
internal sealed partial class TypeGraph
{
    private static AccessorModel? AccessorOf(INamedTypeSymbol declaring, IEnumerable<ITypeSymbol> types)
    {
        var parameters = new List<ITypeParameterSymbol>();
        var arguments = new List<ITypeSymbol>();
        for (var outer = declaring; outer is not null; outer = outer.ContainingType)
        {
            parameters.InsertRange(0, outer.OriginalDefinition.TypeParameters);
            arguments.InsertRange(0, outer.TypeArguments);
        }

        return parameters.Count == 0 ? null : new AccessorModel(
            string.Join(", ", parameters.Select(parameter => Identifier(parameter.Name))), string.Join(", ", arguments.Select(NameOf)),
            string.Concat(parameters.Select(ConstraintsOf)), NameOf(declaring.OriginalDefinition), new(types.Select(NameOf)));
    }

    private static string ConstraintsOf(ITypeParameterSymbol parameter)
    {
        var constraints = new List<string>();
        if (parameter.HasUnmanagedTypeConstraint)
        {
            constraints.Add("unmanaged");
        }
        else if (parameter.HasValueTypeConstraint)
        {
            constraints.Add("struct");
        }
        else if (parameter.HasReferenceTypeConstraint)
        {
            constraints.Add("class");
        }
        else if (parameter.HasNotNullConstraint)
        {
            constraints.Add("notnull");
        }

        constraints.AddRange(parameter.ConstraintTypes.Select(NameOf));
        if (parameter is { HasConstructorConstraint: true, HasValueTypeConstraint: false })
        {
            constraints.Add("new()");
        }

        return constraints.Count == 0 ? "" : $" where {Identifier(parameter.Name)} : {string.Join(", ", constraints)}";
    }
}
