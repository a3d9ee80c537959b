using Blittable.Generators.Serialization.Model;
using Microsoft.CodeAnalysis;

namespace Blittable.Generators.Serialization;

/// <content>Selects and orders the members of a type as System.Text.Json does.</content>
internal sealed partial class TypeGraph
{
    private List<MemberModel> Members(INamedTypeSymbol type)
    {
        var isTuple = type.IsTupleType;
        var members = new List<MemberModel>();
        foreach (var declaring in Hierarchy(type))
        {
            var declared = declaring.GetMembers().Where(member => member is { IsStatic: false, IsImplicitlyDeclared: false } or IPropertySymbol { IsStatic: false });
            foreach (var property in declared.OfType<IPropertySymbol>().Where(property => !property.IsIndexer && property.ExplicitInterfaceImplementations.IsEmpty))
            {
                Add(members, property, type, declaring, property.Type, property.GetMethod, property.SetMethod);
            }

            foreach (var field in isTuple ? TupleFields(type) : declared.OfType<IFieldSymbol>().Where(field => !field.IsConst && field.AssociatedSymbol is null))
            {
                AddField(members, field, type, declaring, isTuple);
            }
        }

        RequireDifferentNames(type, members);
        ReportOtherSerializers(type, [.. members.Where(member => !member.IsIgnored).Select(member => member.Identifier.TrimStart('@'))]);
        return [.. members.Select((member, place) => (member, place)).OrderBy(pair => pair.member.Order).ThenBy(pair => pair.place).Select(pair => pair.member)];
    }

    /// <summary>Reports members with duplicate names, which System.Text.Json refuses, and extension data of an unusable type.</summary>
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
                || (_types[member.Type] is { Kind: TypeKindModel.Map, MapKey: "string" } map && map.Element.Split('#')[0] is "object" or "global::System.Text.Json.JsonElement"
                    && SourceEmitter.CanFill(map) && map.Collection!.Add.Contains("[key]") && !map.Collection.Add.Contains("System.Collections.IDictionary)")));
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

    /// <summary>Returns the fields of a tuple as its type declares them: the elements after the seventh are fields of another tuple.</summary>
    private static IEnumerable<IFieldSymbol> TupleFields(INamedTypeSymbol type)
    {
        const string rest = "Rest";
        return type.OriginalDefinition.TypeParameters
            .Select(parameter => parameter.Name == "TRest" ? rest : "Item" + (parameter.Ordinal + 1))
            .Select(name => type.GetMembers(name).OfType<IFieldSymbol>().First());
    }

    /// <summary>Returns a type and its base types, or an interface and the interfaces that it extends.</summary>
    private static List<INamedTypeSymbol> Hierarchy(INamedTypeSymbol type)
    {
        if (type.TypeKind == TypeKind.Interface)
        {
            return Interfaces(type);
        }

        var all = new List<INamedTypeSymbol>();
        for (var current = type; current is not null && current.SpecialType is not (SpecialType.System_Object or SpecialType.System_ValueType); current = current.BaseType)
        {
            all.Add(current);
        }

        return all;
    }

    /// <summary>Returns an interface and the interfaces that it extends, each before those that it extends itself, in the order of System.Text.Json.</summary>
    private static List<INamedTypeSymbol> Interfaces(INamedTypeSymbol type)
    {
        var all = new List<(INamedTypeSymbol Face, HashSet<ISymbol> Left)>();
        Visit(type);
        var next = new Queue<INamedTypeSymbol>(all.Where(pair => pair.Left.Count == 0).Select(pair => pair.Face));
        var sorted = new List<INamedTypeSymbol>();
        while (next.Count > 0)
        {
            var last = next.Dequeue();
            sorted.Insert(0, last);
            foreach (var (face, left) in all)
            {
                if (left.Remove(last) && left.Count == 0)
                {
                    next.Enqueue(face);
                }
            }
        }

        return sorted;

        void Visit(INamedTypeSymbol face)
        {
            if (all.All(pair => !SymbolEqualityComparer.Default.Equals(pair.Face, face)))
            {
                all.Add((face, new HashSet<ISymbol>(face.AllInterfaces, SymbolEqualityComparer.Default)));
                foreach (var extended in face.Interfaces)
                {
                    Visit(extended);
                }
            }
        }
    }

    private void Add(
        List<MemberModel> members, IPropertySymbol property, INamedTypeSymbol owner, INamedTypeSymbol declaring, ITypeSymbol type, IMethodSymbol? getter, IMethodSymbol? setter)
    {
        var isIncluded = AttributeOf(property, "JsonIncludeAttribute") is not null;
        var isGetterOpen = getter?.DeclaredAccessibility == Accessibility.Public;
        var isSetterOpen = setter?.DeclaredAccessibility == Accessibility.Public;
        if (!isGetterOpen && !isSetterOpen && !isIncluded)
        {
            return;
        }

        if (isIncluded && (getter is null || setter is null) && !property.Locations.Any(place => place.IsInSource))
        {
            // The compiler does not import private members of other assemblies.
            Report(Generators.Diagnostics.AccessorIsInvisible, property.ToDisplayString(), getter is null ? "getter" : "setter", getter is null ? "written" : "read");
        }

        var hasGetter = isGetterOpen || (isIncluded && getter is not null);
        var hasSetter = isSetterOpen || (isIncluded && setter is not null);
        Add(members, property, owner, declaring, type, new MemberAccess(
            hasGetter, hasGetter && _options.IgnoresReadOnlyProperties && !hasSetter,
            IsGetterReachable: getter is null || compilation.IsSymbolAccessibleWithin(getter, compilation.Assembly),
            hasSetter,
            IsSetterReachable: setter is { IsInitOnly: false } && compilation.IsSymbolAccessibleWithin(setter, compilation.Assembly),
            property.IsRequired, IsField: false));
    }

    private void AddField(List<MemberModel> members, IFieldSymbol field, INamedTypeSymbol owner, INamedTypeSymbol declaring, bool isTuple)
    {
        var isIncluded = AttributeOf(field, "JsonIncludeAttribute") is not null;
        var isOpen = field.DeclaredAccessibility == Accessibility.Public && (_options.IncludesFields || isTuple);
        if (isIncluded || isOpen)
        {
            var isReachable = compilation.IsSymbolAccessibleWithin(field, compilation.Assembly);
            Add(members, field, owner, declaring, field.Type, new MemberAccess(
                HasGetter: true, _options.IgnoresReadOnlyFields && field.IsReadOnly, isReachable, !field.IsReadOnly, isReachable, field.IsRequired, IsField: true));
        }
    }

    private void Add(List<MemberModel> members, ISymbol member, INamedTypeSymbol owner, INamedTypeSymbol declaring, ITypeSymbol type, MemberAccess access)
    {
        const int always = 1, notDefault = 2, notNull = 3, whenReading = 5, whenWriting = 4, populate = 1;
        var ignore = AttributeOf(member, "JsonIgnoreAttribute");
        var condition = ignore is null ? -1 : Argument(ignore, "Condition") is int given ? given : always;
        var name = FirstArgument(AttributeOf(member, "JsonPropertyNameAttribute")) as string ?? PropertyNaming.Apply(_options.NamingPolicy, member.Name);
        var place = PlaceOf(members, member, name, isIgnored: condition == always);
        if (place < 0)
        {
            return;
        }

        var suffix = members.Count(other => other.Identifier == Identifier(member.Name));
        if (condition == always)
        {
            if (access.IsRequired || AttributeOf(member, "JsonRequiredAttribute") is not null)
            {
                Report(member, Generators.Diagnostics.RequiredMemberIsIgnored, member.ToDisplayString());
            }

            members.Insert(place, new MemberModel
            {
                Identifier = Identifier(member.Name), JsonName = "", PlainJsonName = name, Type = NameOf(type), DeclaringType = NameOf(declaring), IsIgnored = true,
            });
            return;
        }

        var annotation = member is IPropertySymbol property ? property.Type.NullableAnnotation : ((IFieldSymbol)member).Type.NullableAnnotation;
        var isWritable = member is IPropertySymbol { SetMethod: { } setter } ? !HasAttribute(setter.Parameters[0], member, "AllowNull") : !HasAttribute(null, member, "AllowNull");
        var ownHandling = AttributeOf(member, "JsonObjectCreationHandlingAttribute");
        var handling = ownHandling ?? AttributeOf(owner, "JsonObjectCreationHandlingAttribute");
        var key = AddTypeOf(member, owner, type);
        var canPopulate = access.HasGetter && (!type.IsValueType || access.HasSetter) && !access.IsReadOnlyIgnored && CanPopulate(key);
        if (FaultOf(member, type, condition, ownHandling, canPopulate) is { } fault)
        {
            Report(member, Generators.Diagnostics.AttributeIsUnusable, member.ToDisplayString(), fault);
        }

        var inside = _types[key] is { Kind: TypeKindModel.Nullable } optional ? _types[optional.Element] : _types[key];
        var isCollection = inside is { Kind: TypeKindModel.Sequence or TypeKindModel.Map } || (inside is null && IsCollection(InNullable(type) ?? type));
        members.Insert(place, new MemberModel
        {
            Identifier = Identifier(member.Name),
            Suffix = suffix == 0 ? "" : "_" + suffix,
            JsonName = Literal(name),
            PlainJsonName = name,
            Type = key,
            IsShadowed = !SymbolEqualityComparer.Default.Equals(declaring, owner)
                && (declaring.TypeKind == TypeKind.Interface || Hierarchy(owner).TakeWhile(other => !SymbolEqualityComparer.Default.Equals(other, declaring))
                    .Any(other => other.GetMembers(member.Name).Any(hiding => !hiding.IsOverride && compilation.IsSymbolAccessibleWithin(hiding, compilation.Assembly)))),
            RefusesNull = _options.RespectsNullable && type.IsReferenceType && !IsOfParameter(member)
                && (annotation == NullableAnnotation.NotAnnotated ? !HasAttribute(null, member, "MaybeNull") : annotation == NullableAnnotation.Annotated && HasAttribute(null, member, "NotNull")),
            RefusesNullRead = _options.RespectsNullable && type.IsReferenceType && !IsOfParameter(member)
                && (annotation == NullableAnnotation.NotAnnotated ? isWritable : annotation == NullableAnnotation.Annotated && HasAttribute(null, member, "DisallowNull")),
            DeclaringType = NameOf(declaring),
            IsField = access.IsField,
            // The options that ignore read-only members do not apply to collections without a setter, nor to members with a [JsonIgnore] condition.
            IsWritten = access.HasGetter && condition != whenWriting && !(access.IsReadOnlyIgnored && ignore is null && !isCollection),
            HidesGetter = !access.IsGetterReachable,
            // System.Text.Json does not set a collection that it cannot get.
            Setter = !access.HasSetter || condition == whenReading || (isCollection && !access.HasGetter && ignore is null) ? MemberSetter.None
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
            // Only the attribute of the member itself applies in a type that documents may replace by a derived type.
            IsPopulated = canPopulate && (handling is null ? _options.PopulatesMembers : FirstArgument(handling) is populate) && (ownHandling is not null || !IsDiscriminated(owner)),
            IsPopulatedByAttribute = handling is not null,
            Order = FirstArgument(AttributeOf(member, "JsonPropertyOrderAttribute")) as int? ?? 0,
        });
    }

    /// <summary>Returns the reason why System.Text.Json refuses an attribute of a member; null if it accepts all.</summary>
    private static string? FaultOf(ISymbol member, ITypeSymbol type, int condition, AttributeData? handling, bool canPopulate)
    {
        const int notNull = 3, populate = 1;
        return condition == notNull && type.IsValueType && InNullable(type) is null ? "a value that cannot be null is always written, so WhenWritingNull has no effect"
            : handling is not null && FirstArgument(handling) is populate && IsDiscriminated(type) ? "a value whose type depends on a discriminator cannot be populated"
            : handling is not null && FirstArgument(handling) is populate && !canPopulate
                ? "only an object or a collection to which elements can be added is populated, and only if the member has a getter, and a setter if it is a struct"
            : AttributeOf(member, "JsonNumberHandlingAttribute") is not null && !TakesNumbers(type) ? "number handling applies only to numbers and collections of numbers"
            : null;
    }

    /// <summary>Determines whether values of a type can be populated.</summary>
    private bool CanPopulate(string key) => _types[key] switch
    {
        // A type that is still being described refers to itself, so it is an object or a collection with a name.
        null or { Kind: TypeKindModel.Object } => true,
        { Kind: TypeKindModel.Nullable } optional => CanPopulate(optional.Element),
        var type => SourceEmitter.CanFill(type),
    };

    /// <summary>
    /// Returns the position of a member; -1 if a member of a derived type replaces it. Members replace each other if their JSON names are equal. A member that
    /// hides another but has a different JSON name is written in addition. An ignored member does not replace a member that it hides, but replaces one that it
    /// overrides.
    /// </summary>
    private int PlaceOf(List<MemberModel> members, ISymbol member, string name, bool isIgnored)
    {
        var identifier = Identifier(member.Name);
        if (members.Any(other => other.IsIgnored && other.Identifier == identifier) && (member.IsVirtual || member.IsOverride || member.IsAbstract))
        {
            return -1;
        }

        var comparison = _options.IgnoresCase ? StringComparison.OrdinalIgnoreCase : StringComparison.Ordinal;
        var at = members.FindIndex(other => string.Equals(other.PlainJsonName, name, comparison));
        if (at >= 0 && members[at].IsIgnored)
        {
            members.RemoveAt(at);
            return at;
        }

        return at >= 0 && (isIgnored || members[at].Identifier == identifier || members.Any(other => other.IsIgnored && other.Identifier == identifier)) ? -1 : members.Count;
    }

    private string AddTypeOf(ISymbol member, INamedTypeSymbol owner, ITypeSymbol type)
    {
        // The attribute of a class that declares an inherited member does not apply to derived types.
        var numbers = FirstArgument(AttributeOf(member, "JsonNumberHandlingAttribute") ?? AttributeOf(owner, "JsonNumberHandlingAttribute")) as int?;
        var outer = _member;
        _member = member.Locations.Any(place => place.IsInSource) ? member : _member;
        var key = Add(type, member, numbers);
        _member = outer;
        return key;
    }

    /// <summary>Determines whether the type of a member or parameter is a type parameter, whose nullability System.Text.Json does not know.</summary>
    private static bool IsOfParameter(ISymbol symbol) => symbol.OriginalDefinition switch
    {
        IPropertySymbol property => property.Type.TypeKind == TypeKind.TypeParameter,
        IFieldSymbol field => field.Type.TypeKind == TypeKind.TypeParameter,
        IParameterSymbol parameter => parameter.Type.TypeKind == TypeKind.TypeParameter,
        _ => false,
    };

    private static bool HasAttribute(ISymbol? parameter, ISymbol member, string name) => (parameter?.GetAttributes() ?? []).Concat(member.GetAttributes())
        .Any(attribute => attribute.AttributeClass?.ToDisplayString() == $"System.Diagnostics.CodeAnalysis.{name}Attribute");

    /// <summary>Represents the accessors of a member, and whether C# allows other code to use them.</summary>
    private readonly record struct MemberAccess(
        bool HasGetter, bool IsReadOnlyIgnored, bool IsGetterReachable, bool HasSetter, bool IsSetterReachable, bool IsRequired, bool IsField);
}
