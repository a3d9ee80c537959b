using Blittable.Generators.Serialization.Model;
using Microsoft.CodeAnalysis;

namespace Blittable.Generators.Serialization;

/// <summary>Reads the <c>[JsonSourceGenerationOptions]</c> of a declaration that marks a type.</summary>
internal sealed class OptionsReader
{
    private static readonly string[] Policies = ["", "CamelCase", "SnakeCaseLower", "SnakeCaseUpper", "KebabCaseLower", "KebabCaseUpper"];

    private readonly AttributeData? _attribute;
    private readonly Compilation _compilation;
    private readonly List<DiagnosticInfo> _diagnostics = [];
    private readonly List<INamedTypeSymbol> _converters = [];

    public OptionsReader(ISymbol declaration, Compilation compilation)
    {
        _compilation = compilation;
        _attribute = declaration.GetAttributes().FirstOrDefault(a => a.AttributeClass?.ToDisplayString() == "System.Text.Json.Serialization.JsonSourceGenerationOptionsAttribute");
        Options = _attribute is null ? SerializerOptions.Default : Read();
    }

    public SerializerOptions Options { get; }

    /// <summary>Gets the converters specified by the options.</summary>
    public IReadOnlyList<INamedTypeSymbol> Converters => _converters;

    public IEnumerable<DiagnosticInfo> Diagnostics => _diagnostics;

    private SerializerOptions Read()
    {
        const int web = 1, strict = 2, notDefault = 2, notNull = 3, readFromString = 1, nodes = 1;
        var defaults = TypeGraph.FirstArgument(_attribute) as int? ?? 0;
        var namesEnums = false;
        if (_attribute!.NamedArguments.FirstOrDefault(argument => argument.Key == "Converters").Value is { Kind: TypedConstantKind.Array, IsNull: false } converters)
        {
            foreach (var converter in converters.Values.Select(value => value.Value).OfType<INamedTypeSymbol>())
            {
                namesEnums |= converter.ToDisplayString() == "System.Text.Json.Serialization.JsonStringEnumConverter";
                AddConverter(converter);
            }
        }

        if (Number("ReferenceHandler") is > 0)
        {
            Report(
                Generators.Diagnostics.OptionIsUnsupported,
                "ReferenceHandler",
                "an object that is referenced twice is written twice, and an object that contains itself is rejected");
        }

        if (Number("MaxDepth") is > 0)
        {
            Report(Generators.Diagnostics.OptionHasNoEffect, "MaxDepth", "it applies only to the JSON of converters, and BlittableOptions.MaxDepth limits the nesting depth of objects");
        }

        return new SerializerOptions
        {
            NamingPolicy = Number("PropertyNamingPolicy") is { } policy ? Policies[policy] : defaults == web ? Policies[1] : "",
            KeyPolicy = Policies[Number("DictionaryKeyPolicy") ?? 0],
            IgnoresCase = Flag("PropertyNameCaseInsensitive") ?? defaults == web,
            EnumsAsNames = (Flag("UseStringEnumConverter") ?? false) || namesEnums,
            NamesAllEnums = namesEnums,
            IncludesFields = Flag("IncludeFields") ?? false,
            IgnoresReadOnlyProperties = Flag("IgnoreReadOnlyProperties") ?? false,
            IgnoresReadOnlyFields = Flag("IgnoreReadOnlyFields") ?? false,
            RefusesUnmapped = Number("UnmappedMemberHandling") is { } unmapped ? unmapped == 1 : defaults == strict,
            PopulatesMembers = Number("PreferredObjectCreationHandling") == 1,
            NumberHandling = Number("NumberHandling") ?? (defaults == web ? readFromString : 0),
            RespectsNullable = Flag("RespectNullableAnnotations") ?? defaults == strict,
            RespectsParameters = Flag("RespectRequiredConstructorParameters") ?? defaults == strict,
            RefusesDuplicates = !(Flag("AllowDuplicateProperties") ?? defaults != strict),
            ReadsNodes = Number("UnknownTypeHandling") == nodes,
            ConverterDepth = Number("MaxDepth") ?? 0,
            Converters = new(_converters.Select(TypeGraph.NameOf)),
            Condition = Number("DefaultIgnoreCondition") switch
            {
                notDefault => MemberCondition.NotDefault,
                notNull => MemberCondition.NotNull,
                _ => MemberCondition.Always,
            },
        };
    }

    /// <summary>Adds a converter of a specific type. Factories are not supported, because the types that they convert are only known at run time.</summary>
    private void AddConverter(INamedTypeSymbol converter)
    {
        if (TypeGraph.HandledBy(converter) is not null && (Overrides(converter, "CanConvert") || !TypeGraph.IsCreatable(converter, _compilation)))
        {
            Report(
                Generators.Diagnostics.OptionIsUnsupported,
                "Converters",
                Overrides(converter, "CanConvert") ? $"{TypeGraph.NameOf(converter)} overrides CanConvert, so its types are unknown; mark them [JsonConverter]"
                    : $"generated code cannot create a {TypeGraph.NameOf(converter)}");
        }
        else if (TypeGraph.HandledBy(converter) is not null || converter.OriginalDefinition.ToDisplayString() == "System.Text.Json.Serialization.JsonStringEnumConverter<TEnum>")
        {
            _converters.Add(converter);
        }
        else if (converter.ToDisplayString() != "System.Text.Json.Serialization.JsonStringEnumConverter")
        {
            Report(
                Generators.Diagnostics.OptionIsUnsupported,
                "Converters",
                $"{TypeGraph.NameOf(converter)} is not a JsonConverter<T>, so its types are unknown; mark them [JsonConverter]");
        }
    }

    /// <summary>Determines whether a converter overrides a method of <c>JsonConverter&lt;T&gt;</c>.</summary>
    public static bool Overrides(INamedTypeSymbol converter, string method)
    {
        for (var type = converter; type is not null && type.ContainingNamespace?.ToDisplayString() != "System.Text.Json.Serialization"; type = type.BaseType)
        {
            if (type.GetMembers(method).Any(member => member.IsOverride))
            {
                return true;
            }
        }

        return false;
    }

    private void Report(DiagnosticDescriptor descriptor, params string[] arguments)
    {
        var location = _attribute!.ApplicationSyntaxReference is { } reference ? reference.SyntaxTree.GetLocation(reference.Span) : null;
        _diagnostics.Add(DiagnosticInfo.Create(descriptor, location, arguments));
    }

    private object? Value(string name) => _attribute!.NamedArguments.FirstOrDefault(argument => argument.Key == name).Value is { Kind: not TypedConstantKind.Array } value ? value.Value : null;

    private int? Number(string name) => Value(name) as int?;

    private bool? Flag(string name) => Value(name) as bool?;
}
