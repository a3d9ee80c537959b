using Blittable.Generators.Serialization.Model;
using Microsoft.CodeAnalysis;

namespace Blittable.Generators.Serialization;

/// <content>Types with members: how they are created, and their derived types.</content>
internal sealed partial class TypeGraph
{
    private TypeModel Object(INamedTypeSymbol type, string key)
    {
        var members = Members(type);
        var polymorphism = Polymorphism(type);
        var constructor = Constructor(type, members, out var notCreatable);
        if (constructor is not null)
        {
            members = Bind(type, constructor, members, ref notCreatable);
        }

        var unmapped = AttributeOf(type, "JsonUnmappedMemberHandlingAttribute");
        return new TypeModel
        {
            Key = key,
            Name = NameOf(type),
            Label = LabelOf(type),
            Kind = TypeKindModel.Object,
            IsValueType = type.IsValueType,
            Object = new ObjectModel
            {
                Members = new(members),
                NotCreatable = notCreatable,
                IsConstructorHidden = constructor is not null && !compilation.IsSymbolAccessibleWithin(constructor, compilation.Assembly),
                Parameters = new(constructor?.Parameters.Select(parameter => NameOf(parameter.Type)) ?? []),
                RefusesUnmapped = unmapped is null ? options.RefusesUnmapped : FirstArgument(unmapped) is 1,
                Polymorphism = polymorphism,
            },
        };
    }

    /// <summary>
    /// Chooses the constructor as System.Text.Json does: the one that is marked, else the public one without parameters, else the only public one.
    /// A struct without setters is created by the constructor that takes its members: System.Text.Json does so for <c>KeyValuePair</c> and records of F# only,
    /// and loses the values of others.
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
        notCreatable = chosen is null ? "it has neither one public constructor, nor one without parameters, nor one marked [JsonConstructor]" : "";
        return chosen;
    }

    /// <summary>Finds the constructor all of whose parameters are members, some of them without a setter; the longest of several.</summary>
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

    /// <summary>Binds each parameter of the constructor to the member of its name.</summary>
    private List<MemberModel> Bind(INamedTypeSymbol type, IMethodSymbol constructor, List<MemberModel> members, ref string notCreatable)
    {
        var setsRequired = constructor.GetAttributes().Any(a => a.AttributeClass?.ToDisplayString() == "System.Diagnostics.CodeAnalysis.SetsRequiredMembersAttribute");
        foreach (var parameter in constructor.Parameters)
        {
            var at = IndexOf(members, parameter);
            if (at < 0)
            {
                Report(Generators.Diagnostics.ConstructorIsUnbound, NameOf(type), parameter.Name);
                notCreatable = $"the parameter '{parameter.Name}' of its constructor belongs to no member";
                continue;
            }

            members[at] = members[at] with { Parameter = parameter.Ordinal, ParameterDefault = DefaultOf(parameter) };
        }

        return [.. members.Select(member => member with
        {
            IsRequiredByLanguage = member.IsRequiredByLanguage && !setsRequired,
            IsRequired = member.IsRequired || (member.IsRequiredByLanguage && !setsRequired),
        })];
    }

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

        var settings = AttributeOf(type, "JsonPolymorphicAttribute");
        var models = new List<DerivedModel>();
        foreach (var attribute in derived)
        {
            if (attribute.ConstructorArguments[0].Value is INamedTypeSymbol other)
            {
                var discriminator = attribute.ConstructorArguments.Length > 1 ? attribute.ConstructorArguments[1].Value : null;
                var key = SymbolEqualityComparer.Default.Equals(other, type) ? NameOf(type) : Add(other);
                models.Add(new DerivedModel(key, NameOf(other), discriminator switch
                {
                    null => "",
                    string text => Literal(text),
                    var number => Convert.ToString(number, System.Globalization.CultureInfo.InvariantCulture),
                }));
            }
        }

        return new PolymorphismModel(
            Argument(settings, "TypeDiscriminatorPropertyName") as string ?? "$type", new(models),
            Argument(settings, "UnknownDerivedTypeHandling") is int unknown ? unknown : 0,
            Argument(settings, "IgnoreUnrecognizedTypeDiscriminators") is true);
    }

    private static object? Argument(AttributeData? attribute, string name) =>
        attribute?.NamedArguments.FirstOrDefault(argument => argument.Key == name).Value.Value;

    private static string Literal(string text) => Microsoft.CodeAnalysis.CSharp.SymbolDisplay.FormatLiteral(text, quote: true);
}
