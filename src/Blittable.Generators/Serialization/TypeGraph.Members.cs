using Blittable.Generators.Serialization.Model;
using Microsoft.CodeAnalysis;

namespace Blittable.Generators.Serialization;

/// <content>The members of a type, chosen and ordered as System.Text.Json does.</content>
internal sealed partial class TypeGraph
{
    private List<MemberModel> Members(INamedTypeSymbol type)
    {
        var isTuple = type.IsTupleType;
        var names = new HashSet<string>(StringComparer.Ordinal);
        var members = new List<MemberModel>();
        foreach (var declaring in Hierarchy(type))
        {
            var declared = declaring.GetMembers().Where(member => member is { IsStatic: false, IsImplicitlyDeclared: false } or IPropertySymbol { IsStatic: false });
            foreach (var property in declared.OfType<IPropertySymbol>().Where(property => !property.IsIndexer && property.ExplicitInterfaceImplementations.IsEmpty))
            {
                Add(members, names, property, declaring, property.Type, property.GetMethod, property.SetMethod);
            }

            foreach (var field in isTuple ? TupleFields(type) : declared.OfType<IFieldSymbol>().Where(field => !field.IsConst && field.AssociatedSymbol is null))
            {
                AddField(members, names, field, declaring, isTuple);
            }
        }

        return [.. members.Select((member, place) => (member, place)).OrderBy(pair => pair.member.Order).ThenBy(pair => pair.place).Select(pair => pair.member)];
    }

    private static IEnumerable<IFieldSymbol> TupleFields(INamedTypeSymbol type) =>
        type.TupleElements.Select(element => element.CorrespondingTupleField ?? element);

    /// <summary>The type and those that it derives from; of an interface, those that it extends.</summary>
    private static IEnumerable<INamedTypeSymbol> Hierarchy(INamedTypeSymbol type)
    {
        if (type.TypeKind == TypeKind.Interface)
        {
            return type.AllInterfaces.Prepend(type);
        }

        var all = new List<INamedTypeSymbol>();
        for (var current = type; current is not null && current.SpecialType is not (SpecialType.System_Object or SpecialType.System_ValueType); current = current.BaseType)
        {
            all.Add(current);
        }

        return all;
    }

    private void Add(
        List<MemberModel> members, HashSet<string> names, IPropertySymbol property, INamedTypeSymbol declaring, ITypeSymbol type, IMethodSymbol? getter, IMethodSymbol? setter)
    {
        var isIncluded = AttributeOf(property, "JsonIncludeAttribute") is not null;
        var isGetterOpen = getter?.DeclaredAccessibility == Accessibility.Public;
        var isSetterOpen = setter?.DeclaredAccessibility == Accessibility.Public;
        if (property.IsOverride && !names.Contains(property.Name) && property.OverriddenProperty is { } overridden)
        {
            // An accessor that is not overridden is that of the property below.
            (isGetterOpen, isSetterOpen) = (isGetterOpen || (getter is null && overridden.GetMethod is not null), isSetterOpen || (setter is null && overridden.SetMethod?.DeclaredAccessibility == Accessibility.Public));
        }

        if ((!isGetterOpen && !isSetterOpen && !isIncluded) || !names.Add(property.Name))
        {
            return;
        }

        var hasGetter = isGetterOpen || (isIncluded && getter is not null);
        var hasSetter = isSetterOpen || (isIncluded && setter is not null);
        Add(members, property, declaring, type, new MemberAccess(
            hasGetter && !(options.IgnoresReadOnlyProperties && !hasSetter && !isIncluded),
            IsGetterReachable: getter is null || compilation.IsSymbolAccessibleWithin(getter, compilation.Assembly),
            hasSetter,
            IsSetterReachable: setter is null or { IsInitOnly: false } && (setter is null || compilation.IsSymbolAccessibleWithin(setter, compilation.Assembly)),
            property.IsRequired, IsField: false));
    }

    private void AddField(List<MemberModel> members, HashSet<string> names, IFieldSymbol field, INamedTypeSymbol declaring, bool isTuple)
    {
        var isIncluded = AttributeOf(field, "JsonIncludeAttribute") is not null;
        var isOpen = field.DeclaredAccessibility == Accessibility.Public && (options.IncludesFields || isTuple);
        if ((isIncluded || isOpen) && names.Add(field.Name))
        {
            var isReachable = compilation.IsSymbolAccessibleWithin(field, compilation.Assembly);
            Add(members, field, declaring, field.Type, new MemberAccess(
                !(options.IgnoresReadOnlyFields && field.IsReadOnly && !isIncluded), isReachable, !field.IsReadOnly, isReachable, field.IsRequired, IsField: true));
        }
    }

    private void Add(List<MemberModel> members, ISymbol member, INamedTypeSymbol declaring, ITypeSymbol type, MemberAccess access)
    {
        const int always = 1, notDefault = 2, notNull = 3, whenReading = 5, whenWriting = 4;
        var ignore = AttributeOf(member, "JsonIgnoreAttribute");
        var condition = ignore is null ? -1 : Argument(ignore, "Condition") is int given ? given : always;
        if (condition == always)
        {
            members.Add(new MemberModel
            {
                Identifier = Identifier(member.Name), JsonName = "", Type = NameOf(type), DeclaringType = NameOf(declaring), IsIgnored = true,
            });
            return;
        }

        var name = FirstArgument(AttributeOf(member, "JsonPropertyNameAttribute")) is string text ? Literal(text)
            : options.NamingPolicy.Length == 0 ? Literal(member.Name)
            : $"global::System.Text.Json.JsonNamingPolicy.{options.NamingPolicy}.ConvertName({Literal(member.Name)})";
        var handling = AttributeOf(member, "JsonObjectCreationHandlingAttribute") ?? AttributeOf(member.ContainingType, "JsonObjectCreationHandlingAttribute");
        members.Add(new MemberModel
        {
            Identifier = Identifier(member.Name),
            JsonName = name,
            Type = Add(type, member),
            DeclaringType = NameOf(declaring),
            IsField = access.IsField,
            IsWritten = access.HasGetter && condition != whenWriting,
            HidesGetter = !access.IsGetterReachable,
            Setter = !access.HasSetter || condition == whenReading ? MemberSetter.None
                : access.IsSetterReachable ? MemberSetter.Assignment
                : declaring.IsGenericType ? MemberSetter.Initializer : MemberSetter.Accessor,
            IsRequiredByLanguage = access.IsRequired,
            IsRequired = AttributeOf(member, "JsonRequiredAttribute") is not null,
            Condition = condition switch
            {
                notDefault => MemberCondition.NotDefault,
                notNull => MemberCondition.NotNull,
                -1 => options.Condition,
                _ => MemberCondition.Always,
            },
            IsExtensionData = AttributeOf(member, "JsonExtensionDataAttribute") is not null,
            IsPopulated = handling is null ? options.PopulatesMembers : FirstArgument(handling) is 1,
            Order = FirstArgument(AttributeOf(member, "JsonPropertyOrderAttribute")) as int? ?? 0,
        });
    }

    /// <summary>What can be done with a member, and whether C# lets other code do it.</summary>
    private readonly record struct MemberAccess(
        bool HasGetter, bool IsGetterReachable, bool HasSetter, bool IsSetterReachable, bool IsRequired, bool IsField);
}
