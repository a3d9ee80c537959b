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
        var policy = found.Attributes[0].NamedArguments.FirstOrDefault(argument => argument.Key == "PropertyNamingPolicy").Value.Value as int? ?? 0;
        var isNested = !type.IsRefLikeType;
        var names = new HashSet<string>();
        var properties = new List<ViewProperty>();
        var isComplete = true;
        foreach (var property in PropertiesOf(type, isNested))
        {
            var name = NameOf(property, policy);
            var described = ViewConverters.IsConverted(property) ? null : ViewTypes.Describe(property, name, isNested ? "public" : Modifiers(property));
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

            properties.Add(described);
        }

        return new(
            type.ContainingNamespace.IsGlobalNamespace ? "" : type.ContainingNamespace.ToDisplayString(),
            new EquatableArray<string>(Containers(type, isNested)),
            isNested ? "View" : ViewWriter.Escape(type.Name),
            ViewTypes.FullName(type),
            isNested,
            type.DeclaredAccessibility == Accessibility.Public,
            new EquatableArray<ViewProperty>(properties),
            isNested && isComplete ? Conversion(type, properties) : null,
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
        var bases = new Stack<INamedTypeSymbol>();
        for (var current = type; current is not null && current.SpecialType == SpecialType.None; current = isNested ? current.BaseType : null)
        {
            bases.Push(current);
        }

        var seen = new HashSet<string>();
        foreach (var property in bases.SelectMany(current => current.GetMembers().OfType<IPropertySymbol>()))
        {
            if (property.IsStatic || property.IsIndexer || property.GetMethod is null || HasAttribute(property, "System.Text.Json.Serialization.JsonIgnoreAttribute"))
            {
                continue;
            }

            var isWanted = isNested
                ? property.DeclaredAccessibility == Accessibility.Public && property.Name != "EqualityContract"
                : property.IsPartialDefinition && property.PartialImplementationPart is null;
            if (isWanted && seen.Add(property.Name))
            {
                yield return property;
            }
        }
    }

    private static string NameOf(IPropertySymbol property, int policy)
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

    private static bool HasAttribute(ISymbol symbol, string name) =>
        symbol.GetAttributes().Any(attribute => attribute.AttributeClass?.ToDisplayString() == name);

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
            containers.Push($"partial {keyword} {ViewWriter.Escape(outer.Name)}");
        }

        return containers;
    }

    /// <summary>Finds the constructor with the most parameters that all match properties, and the properties to set after it.</summary>
    private static ViewConversion? Conversion(INamedTypeSymbol type, List<ViewProperty> properties)
    {
        if (type.IsAbstract)
        {
            return null;
        }

        var byName = properties.ToDictionary(property => property.Name, StringComparer.OrdinalIgnoreCase);
        var constructor = type.InstanceConstructors
            .Where(candidate => candidate.DeclaredAccessibility == Accessibility.Public && candidate.Parameters.All(parameter => byName.ContainsKey(parameter.Name)))
            .OrderByDescending(candidate => candidate.Parameters.Length)
            .FirstOrDefault();
        if (constructor is null)
        {
            return null;
        }

        var arguments = constructor.Parameters.Select(parameter => byName[parameter.Name].Name).ToArray();
        var members = properties
            .Where(property => !arguments.Contains(property.Name) && IsSettable(type, property.Name))
            .Select(property => property.Name);
        return new(new EquatableArray<string>(arguments), new EquatableArray<string>(members));
    }

    private static bool IsSettable(INamedTypeSymbol type, string name)
    {
        for (var current = type; current is not null; current = current.BaseType)
        {
            foreach (var property in current.GetMembers(name).OfType<IPropertySymbol>())
            {
                return property.SetMethod is { DeclaredAccessibility: Accessibility.Public };
            }
        }

        return false;
    }
}
