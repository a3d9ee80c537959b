using Blittable.Generators.Serialization;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Blittable.Generators.Views;

/// <summary>Reads the declaration of a marked type.</summary>
internal static class ViewReader
{
    public static ViewModel Read(GeneratorAttributeSyntaxContext found)
    {
        var type = (INamedTypeSymbol)found.TargetSymbol;
        var declaration = (TypeDeclarationSyntax)found.TargetNode;
        var diagnostics = new List<DiagnosticInfo>();
        var location = declaration.Identifier.GetLocation();
        var canBeWritten = IsWritable(type, declaration, location, diagnostics);
        var options = new OptionsReader(type, found.SemanticModel.Compilation);
        var policy = found.Attributes[0].NamedArguments.FirstOrDefault(argument => argument.Key == "PropertyNamingPolicy").Value.Value is int given
            ? PropertyNaming.NameOf(given) : options.Options.NamingPolicy;
        var isNested = !type.IsRefLikeType;
        var names = new HashSet<string>();
        var properties = new List<ViewProperty>();
        var symbols = new Dictionary<string, IPropertySymbol>();
        var isComplete = true;
        foreach (var property in PropertiesOf(type, isNested))
        {
            var name = NameOf(property, policy);
            var described = ViewConverters.IsConverted(property, type, options) ? null : ViewTypes.Describe(property, name, isNested ? "public" : Modifiers(property), isDeclared: !isNested);
            var place = property.Locations.FirstOrDefault();
            if (described is null && isNested)
            {
                diagnostics.Add(DiagnosticInfo.Create(Diagnostics.PropertyIsUntyped, place, property.Name, property.Type.ToDisplayString()));
                isComplete = false;
                described = new(property.Name, name, ViewPropertyKind.Value, "global::Blittable.BlittableValue", "", false, false, "public", default, "", "", "");
            }

            if (described is null)
            {
                diagnostics.Add(DiagnosticInfo.Create(Diagnostics.PropertyCannotBeViewed, place, property.Name, property.Type.ToDisplayString()));
                canBeWritten = false;
                continue;
            }

            if (!names.Add(name))
            {
                diagnostics.Add(DiagnosticInfo.Create(Diagnostics.NameIsTaken, place, property.Name, name));
                canBeWritten = false;
            }

            if (isNested && property.Name == "View")
            {
                diagnostics.Add(DiagnosticInfo.Create(Diagnostics.NameIsReserved, place, property.Name));
                canBeWritten = false;
            }

            symbols[property.Name] = property;
            properties.Add(described with
            {
                MayBeAbsent = !described.IsNullable && ((isNested && !ViewConditions.IsWritten(property, options.Options)) || ViewConditions.MayBeAbsent(property, options.Options)),
            });
        }

        if (isNested && !symbols.ContainsKey("View") && type.GetMembers("View").FirstOrDefault() is { } taken)
        {
            diagnostics.Add(DiagnosticInfo.Create(Diagnostics.NameIsReserved, taken.Locations.FirstOrDefault(), taken.Name));
            canBeWritten = false;
        }

        foreach (var member in isNested ? ViewConditions.NotCopied(type, properties, options.Options) : [])
        {
            diagnostics.Add(DiagnosticInfo.Create(Diagnostics.MemberIsNotCopied, member.Locations.FirstOrDefault(), member.Name));
            isComplete = false;
        }

        var conversion = isNested && isComplete && !type.IsAbstract ? Conversion(type, symbols) : null;
        foreach (var lacking in isNested && isComplete && !type.IsAbstract ? ViewConditions.NotCreatable(type, conversion) : [])
        {
            diagnostics.Add(DiagnosticInfo.Create(Diagnostics.MemberIsNotCopied, lacking.Locations.FirstOrDefault(), lacking is IMethodSymbol ? "A constructor argument of " + type.Name : lacking.Name));
            isComplete = false;
        }

        return new(
            type.ContainingNamespace.IsGlobalNamespace ? "" : TypeGraph.NamespaceOf(type.ContainingNamespace),
            new EquatableArray<string>(Containers(type, isNested)),
            isNested ? "View" : TypeGraph.Identifier(type.Name),
            ViewTypes.FullName(type),
            isNested,
            type.DeclaredAccessibility == Accessibility.Public,
            new EquatableArray<ViewProperty>(properties),
            isComplete ? conversion : null,
            new EquatableArray<DiagnosticInfo>(diagnostics),
            canBeWritten);
    }

    private static bool IsWritable(INamedTypeSymbol type, TypeDeclarationSyntax declaration, Location location, List<DiagnosticInfo> diagnostics)
    {
        var before = diagnostics.Count;
        if (!declaration.Modifiers.Any(SyntaxKind.PartialKeyword))
        {
            diagnostics.Add(DiagnosticInfo.Create(Diagnostics.ViewIsNotPartial, location, type.Name));
        }

        for (var parent = declaration.Parent as TypeDeclarationSyntax; parent is not null; parent = parent.Parent as TypeDeclarationSyntax)
        {
            if (!parent.Modifiers.Any(SyntaxKind.PartialKeyword))
            {
                diagnostics.Add(DiagnosticInfo.Create(Diagnostics.ViewIsNotPartial, parent.Identifier.GetLocation(), parent.Identifier.Text));
            }
        }

        for (var outer = type; outer is not null; outer = outer.ContainingType)
        {
            if (outer.IsGenericType)
            {
                diagnostics.Add(DiagnosticInfo.Create(Diagnostics.ViewIsGeneric, location, type.Name));
                break;
            }
        }

        return diagnostics.Count == before;
    }

    /// <summary>Returns the properties of a view: of a declared view the properties without a body, of an object its public properties.</summary>
    private static IEnumerable<IPropertySymbol> PropertiesOf(INamedTypeSymbol type, bool isNested)
    {
        // The properties of base types come first, but a property of a derived type replaces the property that it overrides or hides.
        var all = new List<IPropertySymbol>();
        var seen = new HashSet<string>();
        for (var current = type; current is not null && current.SpecialType == SpecialType.None; current = isNested ? current.BaseType : null)
        {
            all.InsertRange(0, current.GetMembers().OfType<IPropertySymbol>().Where(IsWanted).Where(property => seen.Add(property.Name)).ToList());
        }

        return all.Where(property => !ViewConditions.IsOmitted(property));

        bool IsWanted(IPropertySymbol property) => !property.IsStatic && !property.IsIndexer && property.GetMethod is not null && (isNested
            ? property.DeclaredAccessibility == Accessibility.Public && property.Name != "EqualityContract"
            : property.IsPartialDefinition && property.PartialImplementationPart is null);
    }

    private static string NameOf(IPropertySymbol property, string policy)
    {
        foreach (var attribute in property.GetAttributes())
        {
            if (attribute.AttributeClass?.ToDisplayString() == "System.Text.Json.Serialization.JsonPropertyNameAttribute"
                && attribute.ConstructorArguments.Length == 1 && attribute.ConstructorArguments[0].Value is string name)
            {
                return name;
            }
        }

        return PropertyNaming.Apply(policy, property.Name);
    }

    private static string Modifiers(IPropertySymbol property) => SyntaxFacts.GetText(property.DeclaredAccessibility) + " partial";

    private static Stack<string> Containers(INamedTypeSymbol type, bool isNested)
    {
        var containers = new Stack<string>();
        for (var outer = isNested ? type : type.ContainingType; outer is not null; outer = outer.ContainingType)
        {
            var keyword = outer.TypeKind switch
            {
                TypeKind.Interface => "interface",
                TypeKind.Struct => outer.IsRecord ? "record struct" : "struct",
                _ => outer.IsRecord ? "record" : "class",
            };
            containers.Push($"partial {keyword} {TypeGraph.Identifier(outer.Name)}");
        }

        return containers;
    }

    /// <summary>Finds the constructor with the most parameters that all match properties, and the properties to set after it.</summary>
    private static ViewConversion? Conversion(INamedTypeSymbol type, Dictionary<string, IPropertySymbol> properties)
    {
        var constructor = type.InstanceConstructors
            .Where(candidate => candidate.DeclaredAccessibility == Accessibility.Public && candidate.Parameters.All(parameter => Match(parameter) is not null))
            .OrderByDescending(candidate => candidate.Parameters.Length)
            .FirstOrDefault();
        if (constructor is null)
        {
            return null;
        }

        var arguments = constructor.Parameters.Select(parameter => Match(parameter)!.Name).ToArray();
        var setsRequired = constructor.GetAttributes().Any(attribute => attribute.AttributeClass?.ToDisplayString() == "System.Diagnostics.CodeAnalysis.SetsRequiredMembersAttribute");
        var members = properties.Values
            .Where(property => (!arguments.Contains(property.Name) || (property.IsRequired && !setsRequired)) && ViewConditions.IsSettable(type, property.Name))
            .Select(property => property.Name);
        return new(new EquatableArray<string>(arguments), new EquatableArray<string>(members), setsRequired);

        IPropertySymbol? Match(IParameterSymbol parameter) => parameter.RefKind is RefKind.Ref or RefKind.Out ? null
            : properties.Values.Where(property => string.Equals(property.Name, parameter.Name, StringComparison.OrdinalIgnoreCase) && SymbolEqualityComparer.Default.Equals(property.Type, parameter.Type))
                .OrderBy(property => string.Equals(property.Name, parameter.Name, StringComparison.Ordinal) ? 0 : 1).FirstOrDefault();
    }
}
