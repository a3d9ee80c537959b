using Microsoft.CodeAnalysis;

namespace Blittable.Generators.Serialization;

/// <summary>Finds the types for which a compilation, or an assembly that it references, contains a converter.</summary>
/// <remarks>
/// Generated code contains a class derived from <c>ValueConverter&lt;T&gt;</c> for each declared type and for the types of its members. Metadata and reference
/// assemblies include these classes, although they are private. Thread-safe.
/// </remarks>
internal sealed class RegisteredTypes
{
    private readonly INamedTypeSymbol _converter;
    private readonly Lazy<HashSet<string>> _generated;
    private readonly Lazy<HashSet<string>> _all;
    private readonly Lazy<bool> _isComplete;

    /// <summary>Creates an index, which is filled when it is needed.</summary>
    /// <param name="compilation">The compilation, with the generated code.</param>
    /// <param name="converter">The definition of <c>ValueConverter&lt;T&gt;</c>.</param>
    public RegisteredTypes(Compilation compilation, INamedTypeSymbol converter)
    {
        _converter = converter;
        IAssemblySymbol[] assemblies = [compilation.Assembly, .. compilation.SourceModule.ReferencedAssemblySymbols.Where(UsesLibrary)];
        _generated = new(() => HandledIn(assemblies.Select(GeneratedCode).OfType<INamespaceSymbol>()));
        _all = new(() => HandledIn(assemblies.Select(assembly => assembly.GlobalNamespace)));
        _isComplete = new(() => !_all.Value.Contains("") && RootReader.RootsOf(compilation.Assembly)
            .Concat(TypesIn(compilation.Assembly.GlobalNamespace).SelectMany(RootReader.RootsOf))
            .All(root => Scalars.NeedsNoCode(root) || Contains(TypeGraph.NameOf(root))));
    }

    /// <summary>Gets a value that indicates whether the converters of the compilation are known.</summary>
    /// <remarks>They are not if the generator rejects a declaration, which it reports: then the types of its members have no converters either. Nor if a converter
    /// has type parameters, because it may be registered for any type.</remarks>
    public bool IsComplete => _isComplete.Value;

    /// <summary>Determines whether a generated converter of a type exists.</summary>
    /// <param name="name">The fully qualified name of the type.</param>
    public bool IsGenerated(string name) => _generated.Value.Contains(name);

    /// <summary>Determines whether any converter of a type exists. This requires all types of the assemblies, so it is the last question.</summary>
    /// <param name="name">The fully qualified name of the type.</param>
    public bool Contains(string name) => _all.Value.Contains(name);

    /// <summary>Determines whether the converters in the assembly of a type may be missing from its metadata. Tools that create reference assemblies from public
    /// members remove them.</summary>
    public bool MayBeHidden(ITypeSymbol type) => type switch
    {
        IArrayTypeSymbol array => MayBeHidden(array.ElementType),
        INamedTypeSymbol named => named.TypeArguments.Any(MayBeHidden) || (named.ContainingAssembly is { } assembly && UsesLibrary(assembly)
            && assembly.GetAttributes().Any(attribute => attribute.AttributeClass?.ToDisplayString() == "System.Runtime.CompilerServices.ReferenceAssemblyAttribute")
            && HandledIn([assembly.GlobalNamespace]).Count == 0),
        _ => false,
    };

    private bool UsesLibrary(IAssemblySymbol assembly) =>
        assembly.Modules.Any(module => module.ReferencedAssemblies.Any(reference => reference.Name == _converter.ContainingAssembly.Name));

    private static INamespaceSymbol? GeneratedCode(IAssemblySymbol assembly) =>
        assembly.GlobalNamespace.GetNamespaceMembers().FirstOrDefault(space => space.Name == "Blittable")?.GetNamespaceMembers().FirstOrDefault(space => space.Name == "Generated");

    private static IEnumerable<INamedTypeSymbol> TypesIn(INamespaceOrTypeSymbol container) => container.GetMembers().OfType<INamespaceOrTypeSymbol>()
        .SelectMany(member => member is INamedTypeSymbol type ? TypesIn(type).Prepend(type) : TypesIn(member));

    /// <summary>Returns the names of the types that converters handle; an empty name for a converter with type parameters.</summary>
    private HashSet<string> HandledIn(IEnumerable<INamespaceSymbol> spaces)
    {
        var names = new HashSet<string>(StringComparer.Ordinal);
        foreach (var type in spaces.SelectMany(TypesIn))
        {
            for (var current = type.BaseType; current is not null; current = current.BaseType)
            {
                if (SymbolEqualityComparer.Default.Equals(current.OriginalDefinition, _converter))
                {
                    names.Add(type.IsGenericType ? "" : TypeGraph.NameOf(current.TypeArguments[0]));
                }
            }
        }

        return names;
    }
}
