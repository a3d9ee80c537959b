using Blittable.Generators.Serialization.Model;
using Microsoft.CodeAnalysis;

namespace Blittable.Generators.Serialization;

/// <content>Describes the creation of types with members, and their derived types.</content>
internal sealed partial class TypeGraph
{
    private TypeModel Object(INamedTypeSymbol type, string key)
    {
        var members = Members(type);
        var polymorphism = Polymorphism(type);
        var constructor = Constructor(type, members, out var notCreatable);
        if (type.IsAnonymousType)
        {
            members = [.. members.Select((member, i) => member with { Parameter = i })];
        }
        else if (constructor is not null)
        {
            members = Bind(type, constructor, members, ref notCreatable);
        }

        RequireDifferentDiscriminator(type, polymorphism, members);
        members = Populated(type, constructor, members);
        var unmapped = AttributeOf(type, "JsonUnmappedMemberHandlingAttribute");
        if (FirstArgument(unmapped) is 1 && members.FirstOrDefault(member => member.IsExtensionData) is { } extension)
        {
            Report(
                type,
                extension,
                Generators.Diagnostics.AttributeIsUnusable,
                $"{NameOf(type)}.{extension.Identifier}",
                "a type that disallows unmapped members cannot have extension data");
        }

        return new TypeModel
        {
            Key = key,
            Name = NameOf(type),
            Label = LabelOf(type),
            Kind = TypeKindModel.Object,
            IsValueType = type.IsValueType,
            IsAnonymous = type.IsAnonymousType,
            Object = new ObjectModel
            {
                Members = new(members),
                NotCreatable = notCreatable,
                IsInterface = type.TypeKind == TypeKind.Interface,
                // A populated required member retains the value of its initializer. An accessor does not demand required members.
                IsConstructorHidden = constructor is not null && (!compilation.IsSymbolAccessibleWithin(constructor, compilation.Assembly)
                    || (!type.IsValueType && members.Any(member => member is { IsRequiredByLanguage: true, IsPopulated: true }))),
                Parameters = new(constructor?.Parameters.Select(parameter => NameOf(parameter.Type)) ?? []),
                ConstructorAccessor = constructor is null ? null : AccessorOf(type, constructor.OriginalDefinition.Parameters.Select(parameter => parameter.Type)),
                RefusesUnmapped = unmapped is null ? _options.RefusesUnmapped : FirstArgument(unmapped) is 1,
                Polymorphism = polymorphism,
                Customizations = new(Customizations(type)),
                Callbacks = new(type.AllInterfaces.Where(i => i.ContainingNamespace?.ToDisplayString() == "System.Text.Json.Serialization" && i.Name.StartsWith("IJsonOn", StringComparison.Ordinal))
                    .Select(i => i.Name.Substring("IJson".Length))),
            },
        };
    }

    /// <summary>Returns the methods that customize the contract of a type: its own method, then the method of the class that declares the type.</summary>
    private List<string> Customizations(INamedTypeSymbol type)
    {
        var methods = new List<string>();
        foreach (var declaring in new[] { type, declaration }.OfType<INamedTypeSymbol>().Distinct<INamedTypeSymbol>(SymbolEqualityComparer.Default))
        {
            if (ContractReader.Find(declaring, type, compilation, out var source) is { } method)
            {
                methods.Add(method);
                _contracts.AddRange(source is null ? [] : [source]);
            }
        }

        return methods;
    }

    /// <summary>
    /// Chooses the constructor as System.Text.Json does: the marked one, else the public parameterless one, else the only public one. A struct without setters
    /// is created by the constructor that takes its members. System.Text.Json does so only for <c>KeyValuePair</c> and F# records, and loses the values of
    /// other structs.
    /// </summary>
    private static IMethodSymbol? Constructor(INamedTypeSymbol type, List<MemberModel> members, out string notCreatable)
    {
        notCreatable = "";
        if (type.IsAbstract || type.TypeKind == TypeKind.Interface)
        {
            notCreatable = "it is abstract";
            return null;
        }

        var all = type.InstanceConstructors.Where(constructor => !IsCopyConstructor(constructor, type)).ToList();
        if (all.FirstOrDefault(constructor => AttributeOf(constructor, "JsonConstructorAttribute") is not null) is { } marked)
        {
            return marked;
        }

        var open = all.Where(constructor => constructor.DeclaredAccessibility == Accessibility.Public).ToList();
        var empty = open.FirstOrDefault(constructor => constructor.Parameters.Length == 0);
        if (empty is { IsImplicitlyDeclared: true } && type.IsValueType && TakingMembers(open, members) is { } taking)
        {
            return taking;
        }

        var chosen = empty ?? (open.Count == 1 ? open[0] : null);
        notCreatable = chosen is null
            ? "it needs a single public constructor, a public parameterless constructor, or a constructor marked [JsonConstructor]"
            : "";
        return chosen;
    }

    /// <summary>Finds the longest constructor whose parameters are all members, at least one of them without a setter.</summary>
    private static IMethodSymbol? TakingMembers(List<IMethodSymbol> constructors, List<MemberModel> members) => constructors
        .Where(constructor => constructor.Parameters.All(parameter => IndexOf(members, parameter) >= 0)
            && constructor.Parameters.Any(parameter => members[IndexOf(members, parameter)] is { IsIgnored: false, Setter: MemberSetter.None }))
        .OrderByDescending(constructor => constructor.Parameters.Length)
        .FirstOrDefault();

    private static int IndexOf(List<MemberModel> members, IParameterSymbol parameter) => members.FindIndex(member =>
        string.Equals(member.Identifier.TrimStart('@'), parameter.Name, StringComparison.OrdinalIgnoreCase)
        && member.Type.Split('#')[0] == NameOf(parameter.Type));

    private static bool IsCopyConstructor(IMethodSymbol constructor, INamedTypeSymbol type) =>
        type.IsRecord && constructor.Parameters.Length == 1 && SymbolEqualityComparer.Default.Equals(constructor.Parameters[0].Type, type);

    /// <summary>Binds each constructor parameter to the member with its name.</summary>
    private List<MemberModel> Bind(INamedTypeSymbol type, IMethodSymbol constructor, List<MemberModel> members, ref string notCreatable)
    {
        var setsRequired = SetsRequiredMembers(constructor);
        foreach (var parameter in constructor.Parameters)
        {
            if (parameter.RefKind is RefKind.Ref or RefKind.Out)
            {
                Report(Generators.Diagnostics.ParameterIsByReference, NameOf(type), parameter.Name);
            }

            var at = IndexOf(members, parameter);
            if (at < 0)
            {
                Report(Generators.Diagnostics.ConstructorIsUnbound, NameOf(type), parameter.Name);
                notCreatable = $"its constructor parameter '{parameter.Name}' does not match a member";
                continue;
            }

            members[at] = members[at] with
            {
                Parameter = parameter.Ordinal,
                ParameterDefault = DefaultOf(parameter),
                IsRequired = members[at].IsRequired || (_options.RespectsParameters && !parameter.HasExplicitDefaultValue),
                RefusesNullRead = _options.RespectsNullable && parameter.Type.IsReferenceType && !IsOfParameter(parameter) && parameter.NullableAnnotation switch
                {
                    NullableAnnotation.NotAnnotated => !HasAttribute(null, parameter, "AllowNull"),
                    NullableAnnotation.Annotated => HasAttribute(null, parameter, "DisallowNull"),
                    _ => false,
                },
            };
        }

        foreach (var member in members.Where(member => member is { IsRequired: true, Setter: MemberSetter.None, Parameter: < 0, IsIgnored: false }))
        {
            Report(type, member, Generators.Diagnostics.RequiredMemberIsIgnored, $"{NameOf(type)}.{member.Identifier}");
        }

        return [.. members.Select(member => member with
        {
            IsRequiredByLanguage = member.IsRequiredByLanguage && !setsRequired,
            IsRequired = member.IsRequired || (member.IsRequiredByLanguage && !setsRequired),
        })];
    }

    private static bool SetsRequiredMembers(IMethodSymbol constructor) =>
        constructor.GetAttributes().Any(attribute => attribute.AttributeClass?.ToDisplayString() == "System.Diagnostics.CodeAnalysis.SetsRequiredMembersAttribute");

    private static string DefaultOf(IParameterSymbol parameter)
    {
        if (!parameter.HasExplicitDefaultValue || parameter.ExplicitDefaultValue is not { } value)
        {
            return "default";
        }

        var literal = Microsoft.CodeAnalysis.CSharp.SymbolDisplay.FormatPrimitive(value, quoteStrings: true, useHexadecimalNumbers: false);
        var type = InNullable(parameter.Type) ?? parameter.Type;
        return value switch
        {
            double number when double.IsNaN(number) || double.IsInfinity(number) => Special(number),
            float number when float.IsNaN(number) || float.IsInfinity(number) => "(float)" + Special(number),
            string or bool or char => literal,
            decimal => literal + "m",
            _ => $"({NameOf(type)})({literal}{(value is float ? "f" : "")})",
        };

        static string Special(double number) => "double." + (double.IsNaN(number) ? "NaN" : number > 0 ? "PositiveInfinity" : "NegativeInfinity");
    }

    private PolymorphismModel? Polymorphism(INamedTypeSymbol type)
    {
        var derived = type.GetAttributes().Where(attribute => attribute.AttributeClass is { Name: "JsonDerivedTypeAttribute" }).ToList();
        if (derived.Count == 0)
        {
            return null;
        }

        const int asAncestor = 2;
        var polymorphic = AttributeOf(type, "JsonPolymorphicAttribute");
        var unknown = Argument(polymorphic, "UnknownDerivedTypeHandling") as int? ?? 0;
        var models = new List<DerivedModel>();
        foreach (var attribute in derived)
        {
            if (attribute.ConstructorArguments.Length == 0 || attribute.ConstructorArguments[0].Value is not ITypeSymbol other)
            {
                continue;
            }

            var discriminator = attribute.ConstructorArguments.Length > 1 ? attribute.ConstructorArguments[1].Value : null;
            var text = discriminator switch
            {
                null => "",
                string given => Literal(given),
                var number => Convert.ToString(number, System.Globalization.CultureInfo.InvariantCulture)!,
            };
            var abstraction = other.IsAbstract && unknown != asAncestor ? "which is abstract, so no object has exactly this type" : null;
            if ((FaultOf(type, other, text, models) ?? abstraction ?? RepresentationFault(other, text)) is { } fault)
            {
                Report(Generators.Diagnostics.DerivedTypeIsUnusable, NameOf(type), NameOf(other), fault);
                continue;
            }

            var key = SymbolEqualityComparer.Default.Equals(other, type) ? NameOf(type) : Add(other);
            models.Add(new DerivedModel(key, NameOf(other), text));
        }

        return new PolymorphismModel(
            Argument(polymorphic, "TypeDiscriminatorPropertyName") as string ?? "$type", new(models),
            unknown,
            Argument(polymorphic, "IgnoreUnrecognizedTypeDiscriminators") is true);
    }

    /// <summary>Returns the reason why System.Text.Json refuses a derived type; null if it is accepted.</summary>
    private static string? FaultOf(INamedTypeSymbol type, ITypeSymbol other, string discriminator, List<DerivedModel> models)
    {
        var isDerived = false;
        for (var current = other; current is not null; current = current.BaseType)
        {
            isDerived |= SymbolEqualityComparer.Default.Equals(current, type);
        }

        return other is INamedTypeSymbol { IsUnboundGenericType: true } ? "which is an open generic type"
            : !isDerived && !other.AllInterfaces.Contains(type, SymbolEqualityComparer.Default) ? "which does not derive from it"
            : models.Any(model => model.Name == NameOf(other)) ? "which is already declared"
            : discriminator.Length > 0 && models.FirstOrDefault(model => model.Discriminator == discriminator) is { } same
                ? $"whose discriminator {discriminator} is already used by {same.Name}" : null;
    }

    /// <summary>Returns the reason why a derived type cannot have a discriminator; null if it can.</summary>
    private string? RepresentationFault(ITypeSymbol other, string discriminator) =>
        discriminator.Length == 0 ? null
        : IsCollection(other) ? "which is a collection and cannot have a discriminator"
        : ConverterOf(other) is not null || OptionOf(other) is not null ? "which has a converter and cannot have a discriminator" : null;

    /// <summary>Reports a discriminator whose name is also the name of a member of a derived type.</summary>
    private void RequireDifferentDiscriminator(INamedTypeSymbol type, PolymorphismModel? polymorphism, List<MemberModel> members)
    {
        foreach (var derived in polymorphism?.Derived.Where(derived => derived.Discriminator.Length > 0) ?? [])
        {
            var all = derived.Name == NameOf(type) ? members : _types.TryGetValue(derived.Key, out var model) ? [.. model?.Object?.Members ?? default] : [];
            if (all.Any(member => !member.IsIgnored && !member.IsExtensionData && member.PlainJsonName == polymorphism!.Property))
            {
                Report(
                    Generators.Diagnostics.DerivedTypeIsUnusable,
                    NameOf(type),
                    derived.Name,
                    $"which has a member with the discriminator name '{polymorphism!.Property}'");
            }
        }
    }

    /// <summary>Determines which members are populated, and reports members that System.Text.Json refuses to populate.</summary>
    private List<MemberModel> Populated(INamedTypeSymbol type, IMethodSymbol? constructor, List<MemberModel> members)
    {
        // A struct without setters is the exception to the rules of System.Text.Json that its constructor chooses.
        var isConstructed = constructor is { Parameters.Length: > 0 } && (!type.IsValueType || AttributeOf(constructor, "JsonConstructorAttribute") is not null);
        return [.. members.Select(member => !member.IsPopulated || !isConstructed ? member : member with { IsPopulated = Refuse(member) })];

        bool Refuse(MemberModel member)
        {
            if (member.IsPopulatedByAttribute)
            {
                Report(type, member, Generators.Diagnostics.AttributeIsUnusable, $"{NameOf(type)}.{member.Identifier}", "a type whose constructor has parameters cannot be populated");
            }

            return false;
        }
    }

    private static object? Argument(AttributeData? attribute, string name) =>
        attribute?.NamedArguments.FirstOrDefault(argument => argument.Key == name).Value.Value;

    private static string Literal(string text) => Microsoft.CodeAnalysis.CSharp.SymbolDisplay.FormatLiteral(text, quote: true);
}
