using Microsoft.CodeAnalysis;

namespace Blittable.Generators.Views;

/// <summary>Generates the typed views of types marked <c>[BlittableView]</c>. Stateless and thread-safe.</summary>
[Generator(LanguageNames.CSharp)]
public sealed class ViewGenerator : IIncrementalGenerator
{
    /// <summary>The name of the attribute that marks a type.</summary>
    internal const string AttributeName = "Blittable.BlittableViewAttribute";

    /// <inheritdoc/>
    public void Initialize(IncrementalGeneratorInitializationContext context)
    {
        var views = context.SyntaxProvider.ForAttributeWithMetadataName(AttributeName, static (_, _) => true, static (found, _) => ViewReader.Read(found));
        context.RegisterSourceOutput(views, static (output, view) =>
        {
            foreach (var diagnostic in view.Diagnostics)
            {
                output.ReportDiagnostic(diagnostic.ToDiagnostic());
            }

            if (view.CanBeWritten)
            {
                output.AddSource(view.FileName, ViewWriter.Write(view));
            }
        });
    }
}
