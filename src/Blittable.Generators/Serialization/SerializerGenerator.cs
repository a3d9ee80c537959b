using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace Blittable.Generators.Serialization;

/// <summary>Writes the code that turns the types marked <c>[BlittableSerializable]</c> into documents and back.</summary>
[Generator(LanguageNames.CSharp)]
public sealed class SerializerGenerator : IIncrementalGenerator
{
    /// <summary>The name of the attribute that marks a type, or names it in its argument.</summary>
    internal const string AttributeName = "Blittable.BlittableSerializableAttribute";

    /// <inheritdoc/>
    public void Initialize(IncrementalGeneratorInitializationContext context)
    {
        var roots = context.SyntaxProvider.ForAttributeWithMetadataName(AttributeName, static (_, _) => true, static (found, _) => SerializedRoot.From(found));
        context.RegisterSourceOutput(roots.SelectMany(static (found, _) => found), static (output, root) =>
        {
            foreach (var diagnostic in root.Diagnostics)
            {
                output.ReportDiagnostic(diagnostic.ToDiagnostic());
            }
        });
    }
}
