using Blittable.Generators.Serialization.Model;
using Microsoft.CodeAnalysis;

namespace Blittable.Generators.Views;

/// <summary>Determines which members of an object documents contain, and which of them a view copies back to an object.</summary>
internal static class ViewConditions
{
    private const string Namespace = "System.Text.Json.Serialization.";

    // The values of JsonIgnoreCondition.
    private const int Always = 1, WhenWritingDefault = 2, WhenWritingNull = 3, WhenWriting = 4;

    /// <summary>Determines whether documents never contain a property under its own name.</summary>
    public static bool IsOmitted(IPropertySymbol property) => ConditionOf(property) == Always || HasAttribute(property, "JsonExtensionDataAttribute");

    /// <summary>Determines whether documents lack a property under some conditions.</summary>
    public static bool MayBeAbsent(IPropertySymbol property, SerializerOptions options) => ConditionOf(property) switch
    {
        null => options.Condition == MemberCondition.NotDefault || (options.Condition == MemberCondition.NotNull && property.Type.IsReferenceType),
        var condition => condition is WhenWritingDefault or WhenWritingNull or WhenWriting,
    };

    /// <summary>Determines whether the serializer writes a property: it has a visible getter, and is not a read-only member that the options ignore.</summary>
    public static bool IsWritten(IPropertySymbol property, SerializerOptions options)
    {
        var isIncluded = HasAttribute(property, "JsonIncludeAttribute");
        var isReadOnly = property.SetMethod is null || (property.SetMethod.DeclaredAccessibility != Accessibility.Public && !isIncluded);
        return (isIncluded || property.GetMethod?.DeclaredAccessibility == Accessibility.Public)
            && !(isReadOnly && options.IgnoresReadOnlyProperties && ConditionOf(property) is null && ViewTypes.ElementOf(property.Type) is null);
    }

    /// <summary>Returns the members that the serializer restores but a view does not copy.</summary>
    public static IEnumerable<ISymbol> NotCopied(INamedTypeSymbol type, List<ViewProperty> properties, SerializerOptions options)
    {
        var names = new HashSet<string>(properties.Select(property => property.Name));
        for (var current = type; current is not null; current = current.BaseType)
        {
            foreach (var member in current.GetMembers().Where(member => member is { IsStatic: false, IsImplicitlyDeclared: false }))
            {
                var isLost = HasAttribute(member, "JsonExtensionDataAttribute")
                    || (options.IncludesFields && ConditionOf(member) != Always && member is IFieldSymbol { DeclaredAccessibility: Accessibility.Public, IsConst: false, IsReadOnly: false })
                    || (HasAttribute(member, "JsonIncludeAttribute") && (member is not IPropertySymbol { SetMethod: var setter } || !names.Contains(member.Name)
                        || (setter is not null && !IsSettable(type, member.Name))));
                if (isLost)
                {
                    yield return member;
                }
            }
        }
    }

    /// <summary>Returns the members that C# requires and a conversion does not set, or the constructor of a type that has no conversion.</summary>
    public static IEnumerable<ISymbol> NotCreatable(INamedTypeSymbol type, ViewConversion? conversion)
    {
        if (conversion is null)
        {
            return type.InstanceConstructors.Where(constructor => !constructor.IsImplicitlyDeclared && constructor.DeclaredAccessibility == Accessibility.Public).Take(1);
        }

        var required = new List<ISymbol>();
        for (var current = type; current is not null && !conversion.SetsRequired; current = current.BaseType)
        {
            required.AddRange(current.GetMembers().Where(member => member is IPropertySymbol { IsRequired: true } or IFieldSymbol { IsRequired: true }
                && !conversion.Members.Contains(member.Name) && required.All(other => other.Name != member.Name)));
        }

        return required;
    }

    /// <summary>Determines whether an object initializer in a view can set a property. A nested view can set private members of its type.</summary>
    public static bool IsSettable(INamedTypeSymbol type, string name)
    {
        for (var current = type; current is not null; current = current.BaseType)
        {
            foreach (var property in current.GetMembers(name).OfType<IPropertySymbol>())
            {
                return property.SetMethod is { } setter && (setter.DeclaredAccessibility == Accessibility.Public
                    || (HasAttribute(property, "JsonIncludeAttribute") && SymbolEqualityComparer.Default.Equals(current, type)));
            }
        }

        return false;
    }

    private static int? ConditionOf(ISymbol member) =>
        member.GetAttributes().FirstOrDefault(attribute => attribute.AttributeClass?.ToDisplayString() == Namespace + "JsonIgnoreAttribute") is not { } ignore ? null
            : ignore.NamedArguments.FirstOrDefault(argument => argument.Key == "Condition").Value.Value as int? ?? Always;

    private static bool HasAttribute(ISymbol member, string name) =>
        member.GetAttributes().Any(attribute => attribute.AttributeClass?.ToDisplayString() == Namespace + name);
}
