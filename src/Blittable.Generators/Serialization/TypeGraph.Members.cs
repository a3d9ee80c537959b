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
                Add(members, names, property, type, declaring, property.Type, property.GetMethod, property.SetMethod);
            }

            foreach (var field in isTuple ? TupleFields(type) : declared.OfType<IFieldSymbol>().Where(field => !field.IsConst && field.AssociatedSymbol is null))
            {
                AddField(members, names, field, type, declaring, isTuple);
            }
        }

        RequireDifferentNames(type, members);
        return [.. members.Select((member, place) => (member, place)).OrderBy(pair => pair.member.Order).ThenBy(pair => pair.place).Select(pair => pair.member)];
    }

    /// <summary>Reports members of one name, which System.Text.Json refuses, and extension data that nothing can hold.</summary>
    private void RequireDifferentNames(INamedTypeSymbol type, List<MemberModel> members)
    {
        var seen = new Dictionary<string, MemberModel>(_options.IgnoresCase ? StringComparer.OrdinalIgnoreCase : StringComparer.Ordinal);
        foreach (var member in members.Where(member => member is { IsIgnored: false, IsExtensionData: false }))
        {
            if (seen.TryGetValue(member.PlainJsonName, out var other))
            {
                Report(type, member, Generators.Diagnostics.JsonNameIsTaken, $"{NameOf(type)}.{member.Identifier}", member.PlainJsonName, other.Identifier);
            }
            else
            {
                seen[member.PlainJsonName] = member;
            }
        }

        var extensions = members.Where(member => member.IsExtensionData).ToList();
        foreach (var member in extensions)
        {
            var isUsable = extensions.Count == 1 && (member.Type.Split('#')[0] == "global::System.Text.Json.Nodes.JsonObject"
                || (_types[member.Type] is { Kind: TypeKindModel.Map, MapKey: "string", Element: "object" or "global::System.Text.Json.JsonElement" }));
            if (!isUsable)
            {
                Report(type, member, Generators.Diagnostics.ExtensionDataIsUnusable, $"{NameOf(type)}.{member.Identifier}");
            }
        }
    }

    private void Report(INamedTypeSymbol type, MemberModel member, DiagnosticDescriptor descriptor, params string[] arguments)
    {
        var outer = _member;
        _member = Hierarchy(type).SelectMany(declaring => declaring.GetMembers(member.Identifier.TrimStart('@'))).FirstOrDefault() ?? _member;
        Report(descriptor, arguments);
        _member = outer;
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
        List<MemberModel> members, HashSet<string> names, IPropertySymbol property, INamedTypeSymbol owner, INamedTypeSymbol declaring, ITypeSymbol type, IMethodSymbol? getter, IMethodSymbol? setter)
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
        Add(members, property, owner, declaring, type, new MemberAccess(
            hasGetter && !(_options.IgnoresReadOnlyProperties && !hasSetter && !isIncluded),
            IsGetterReachable: getter is null || compilation.IsSymbolAccessibleWithin(getter, compilation.Assembly),
            hasSetter,
            IsSetterReachable: setter is null or { IsInitOnly: false } && (setter is null || compilation.IsSymbolAccessibleWithin(setter, compilation.Assembly)),
            property.IsRequired, IsField: false));
    }

    private void AddField(List<MemberModel> members, HashSet<string> names, IFieldSymbol field, INamedTypeSymbol owner, INamedTypeSymbol declaring, bool isTuple)
    {
        var isIncluded = AttributeOf(field, "JsonIncludeAttribute") is not null;
        var isOpen = field.DeclaredAccessibility == Accessibility.Public && (_options.IncludesFields || isTuple);
        if ((isIncluded || isOpen) && names.Add(field.Name))
        {
            var isReachable = compilation.IsSymbolAccessibleWithin(field, compilation.Assembly);
            Add(members, field, owner, declaring, field.Type, new MemberAccess(
                !(_options.IgnoresReadOnlyFields && field.IsReadOnly && !isIncluded), isReachable, !field.IsReadOnly, isReachable, field.IsRequired, IsField: true));
        }
    }

    private void Add(List<MemberModel> members, ISymbol member, INamedTypeSymbol owner, INamedTypeSymbol declaring, ITypeSymbol type, MemberAccess access)
    {
        const int always = 1, notDefault = 2, notNull = 3, whenReading = 5, whenWriting = 4;
        var ignore = AttributeOf(member, "JsonIgnoreAttribute");
        var condition = ignore is null ? -1 : Argument(ignore, "Condition") is int given ? given : always;
        if (condition == always)
        {
            if (access.IsRequired || AttributeOf(member, "JsonRequiredAttribute") is not null)
            {
                var outer = _member;
                _member = member;
                Report(Generators.Diagnostics.RequiredMemberIsIgnored, member.ToDisplayString());
                _member = outer;
            }

            members.Add(new MemberModel
            {
                Identifier = Identifier(member.Name), JsonName = "", Type = NameOf(type), DeclaringType = NameOf(declaring), IsIgnored = true,
            });
            return;
        }

        var name = FirstArgument(AttributeOf(member, "JsonPropertyNameAttribute")) as string ?? PropertyNaming.Apply(_options.NamingPolicy, member.Name);
        var annotation = member is IPropertySymbol property ? property.Type.NullableAnnotation : ((IFieldSymbol)member).Type.NullableAnnotation;
        var isWritable = member is IPropertySymbol { SetMethod: { } setter } ? !HasAttribute(setter.Parameters[0], member, "AllowNull") : !HasAttribute(null, member, "AllowNull");
        var handling = AttributeOf(member, "JsonObjectCreationHandlingAttribute") ?? AttributeOf(member.ContainingType, "JsonObjectCreationHandlingAttribute");
        members.Add(new MemberModel
        {
            Identifier = Identifier(member.Name),
            JsonName = Literal(name),
            PlainJsonName = name,
            Type = AddTypeOf(member, type),
            IsShadowed = !SymbolEqualityComparer.Default.Equals(declaring, owner)
                && (declaring.TypeKind == TypeKind.Interface || Hierarchy(owner).TakeWhile(other => !SymbolEqualityComparer.Default.Equals(other, declaring))
                    .Any(other => other.GetMembers(member.Name).Any(hiding => !hiding.IsOverride && compilation.IsSymbolAccessibleWithin(hiding, compilation.Assembly)))),
            RefusesNull = _options.RespectsNullable && type.IsReferenceType
                && (annotation == NullableAnnotation.NotAnnotated ? !HasAttribute(null, member, "MaybeNull") : annotation == NullableAnnotation.Annotated && HasAttribute(null, member, "NotNull")),
            RefusesNullRead = _options.RespectsNullable && type.IsReferenceType
                && (annotation == NullableAnnotation.NotAnnotated ? isWritable : annotation == NullableAnnotation.Annotated && HasAttribute(null, member, "DisallowNull")),
            DeclaringType = NameOf(declaring),
            IsField = access.IsField,
            IsWritten = access.HasGetter && condition != whenWriting,
            HidesGetter = !access.IsGetterReachable,
            Setter = !access.HasSetter || condition == whenReading ? MemberSetter.None
                : access.IsSetterReachable ? MemberSetter.Assignment : MemberSetter.Accessor,
            Accessor = AccessorOf(declaring, [member.OriginalDefinition is IPropertySymbol original ? original.Type : ((IFieldSymbol)member.OriginalDefinition).Type]),
            IsRequiredByLanguage = access.IsRequired,
            IsRequired = AttributeOf(member, "JsonRequiredAttribute") is not null,
            Condition = condition switch
            {
                notDefault => MemberCondition.NotDefault,
                notNull => MemberCondition.NotNull,
                -1 => _options.Condition,
                _ => MemberCondition.Always,
            },
            IsExtensionData = AttributeOf(member, "JsonExtensionDataAttribute") is not null,
            IsPopulated = handling is null ? _options.PopulatesMembers : FirstArgument(handling) is 1,
            Order = FirstArgument(AttributeOf(member, "JsonPropertyOrderAttribute")) as int? ?? 0,
        });
    }

    private string AddTypeOf(ISymbol member, ITypeSymbol type)
    {
        var numbers = FirstArgument(AttributeOf(member, "JsonNumberHandlingAttribute") ?? AttributeOf(member.ContainingType, "JsonNumberHandlingAttribute")) as int?;
        var outer = _member;
        _member = member.Locations.Any(place => place.IsInSource) ? member : _member;
        var key = Add(type, member, numbers);
        _member = outer;
        return key;
    }

    private static bool HasAttribute(ISymbol? parameter, ISymbol member, string name) => (parameter?.GetAttributes() ?? []).Concat(member.GetAttributes())
        .Any(attribute => attribute.AttributeClass?.ToDisplayString() == $"System.Diagnostics.CodeAnalysis.{name}Attribute");

    /// <summary>What can be done with a member, and whether C# lets other code do it.</summary>
    private readonly record struct MemberAccess(
        bool HasGetter, bool IsGetterReachable, bool HasSetter, bool IsSetterReachable, bool IsRequired, bool IsField);
}
