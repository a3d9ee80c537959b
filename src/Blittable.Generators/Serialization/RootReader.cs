using System.Collections.Immutable;
using Blittable.Generators.Serialization.Model;
using Microsoft.CodeAnalysis;

namespace Blittable.Generators.Serialization;

/// <summary>Reads what a declaration marks.</summary>
internal static class RootReader
{
    private static readonly string[] Policies = ["", "CamelCase", "SnakeCaseLower", "SnakeCaseUpper", "KebabCaseLower", "KebabCaseUpper"];

    /// <summary>Gets the types that the attributes of a declaration name: the declared type itself where an attribute has no argument.</summary>
    public static ImmutableArray<RootModel> Read(GeneratorAttributeSyntaxContext found, CancellationToken cancellationToken)
    {
        var options = OptionsOf(found.TargetSymbol);
        var roots = ImmutableArray.CreateBuilder<RootModel>();
        foreach (var attribute in found.Attributes)
        {
            cancellationToken.ThrowIfCancellationRequested();
            var type = attribute.ConstructorArguments.Length > 0 ? attribute.ConstructorArguments[0].Value as ITypeSymbol : found.TargetSymbol as ITypeSymbol;
            if (type is not null)
            {
                roots.Add(Read(type, options, attribute, found.SemanticModel.Compilation));
            }
        }

        return roots.ToImmutable();
    }

    private static RootModel Read(ITypeSymbol type, SerializerOptions options, AttributeData attribute, Compilation compilation)
    {
        var location = attribute.ApplicationSyntaxReference is { } reference ? reference.SyntaxTree.GetLocation(reference.Span) : null;
        var fault = IsOpen(type) ? Generators.Diagnostics.TypeIsOpen
            : !compilation.IsSymbolAccessibleWithin(type, compilation.Assembly) ? Generators.Diagnostics.TypeIsInaccessible : null;
        if (fault is not null)
        {
            return new RootModel("", options, default, new([DiagnosticInfo.Create(fault, location, type.ToDisplayString())]));
        }

        var graph = new TypeGraph(compilation, options, location);
        var key = graph.Add(type);
        return new RootModel(
            graph.Diagnostics.Any() ? "" : key, options, new(graph.Types), new(graph.Diagnostics),
            DiagnosticInfo.Create(Generators.Diagnostics.DeclaredTwice, location, type.ToDisplayString()));
    }

    private static bool IsOpen(ITypeSymbol type) => type is INamedTypeSymbol named
        && (named.IsUnboundGenericType || named.TypeArguments.Any(argument => argument.TypeKind == TypeKind.TypeParameter) || (named.ContainingType is { } outer && IsOpen(outer)));

    private static SerializerOptions OptionsOf(ISymbol declaration)
    {
        var attribute = declaration.GetAttributes().FirstOrDefault(a => a.AttributeClass?.Name == "JsonSourceGenerationOptionsAttribute");
        if (attribute is null)
        {
            return SerializerOptions.Default;
        }

        const int web = 1, notDefault = 2, notNull = 3;
        var isWeb = TypeGraph.FirstArgument(attribute) is web;
        return new SerializerOptions
        {
            NamingPolicy = Number("PropertyNamingPolicy") is { } policy ? Policies[policy] : isWeb ? Policies[1] : "",
            KeyPolicy = Policies[Number("DictionaryKeyPolicy") ?? 0],
            IgnoresCase = Flag("PropertyNameCaseInsensitive") ?? isWeb,
            EnumsAsNames = Flag("UseStringEnumConverter") ?? false,
            IncludesFields = Flag("IncludeFields") ?? false,
            IgnoresReadOnlyProperties = Flag("IgnoreReadOnlyProperties") ?? false,
            IgnoresReadOnlyFields = Flag("IgnoreReadOnlyFields") ?? false,
            RefusesUnmapped = Number("UnmappedMemberHandling") == 1,
            PopulatesMembers = Number("PreferredObjectCreationHandling") == 1,
            Condition = Number("DefaultIgnoreCondition") switch
            {
                notDefault => MemberCondition.NotDefault,
                notNull => MemberCondition.NotNull,
                _ => MemberCondition.Always,
            },
        };

        object? Value(string name) => attribute.NamedArguments.FirstOrDefault(argument => argument.Key == name).Value.Value;
        int? Number(string name) => Value(name) as int?;
        bool? Flag(string name) => Value(name) as bool?;
    }
}
