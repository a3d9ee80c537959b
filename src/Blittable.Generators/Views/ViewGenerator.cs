using Microsoft.CodeAnalysis;

namespace Blittable.Generators.Views;

/// <summary>Writes the typed views of the types marked <c>[BlittableView]</c>. Stateless; any number of threads may use it.</summary>
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
