using Blittable.Generators.Serialization.Model;
using Microsoft.CodeAnalysis;

namespace Blittable.Generators.Serialization;

/// <summary>Generates the code that converts types marked <c>[BlittableSerializable]</c> to documents and back.</summary>
/// <remarks>Stateless and thread-safe.</remarks>
[Generator(LanguageNames.CSharp)]
public sealed class SerializerGenerator : IIncrementalGenerator
{
    /// <summary>The name of the attribute that marks a type or specifies it as an argument.</summary>
    internal const string AttributeName = "Blittable.BlittableSerializableAttribute";

    /// <inheritdoc/>
    public void Initialize(IncrementalGeneratorInitializationContext context)
    {
        var roots = context.SyntaxProvider.ForAttributeWithMetadataName(AttributeName, static (_, _) => true, RootReader.Read)
            .SelectMany(static (found, _) => found).Collect()
            .Select(static (found, _) => new EquatableArray<RootModel>(found));
        context.RegisterSourceOutput(roots, static (output, roots) => Generate(output, roots));
    }

    private static void Generate(SourceProductionContext output, EquatableArray<RootModel> roots)
    {
        foreach (var diagnostic in roots.SelectMany(root => root.Diagnostics).Distinct())
        {
            output.ReportDiagnostic(diagnostic.ToDiagnostic());
        }

        var usable = roots.Where(root => root.Key.Length > 0).ToList();
        foreach (var again in usable.GroupBy(root => root.Key.Split('#')[0]).Where(same => same.Select(root => root.Options).Distinct().Count() > 1))
        {
            output.ReportDiagnostic(again.Last().Again!.ToDiagnostic());
        }

        var number = 0;
        // The first registration of a type that several units refer to applies, so types without options come first.
        foreach (var unit in usable.GroupBy(root => root.Options).OrderBy(unit => unit.Key.Equals(SerializerOptions.Default) ? 0 : 1))
        {
            var name = "Converters" + number++;
            output.AddSource($"Blittable.{name}.g.cs", new SourceEmitter(name, unit.Key, [.. unit]).Emit());
        }
    }
}
