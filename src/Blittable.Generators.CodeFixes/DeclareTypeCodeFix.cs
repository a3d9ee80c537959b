using System.Collections.Immutable;
using System.Composition;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Editing;
using Microsoft.CodeAnalysis.Formatting;
using Microsoft.CodeAnalysis.Simplification;

namespace Blittable.Generators;

/// <summary>
/// Declares a type for which no code is generated (BLIT016): marks it <c>[BlittableSerializable]</c>, or adds an attribute of the assembly to the file with the
/// call if the type is an enum, has type arguments or belongs to another project. Stateless and thread-safe.
/// </summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(DeclareTypeCodeFix))]
[Shared]
public sealed class DeclareTypeCodeFix : CodeFixProvider
{
    private const string Attribute = "global::Blittable.BlittableSerializable", NameProperty = "Type";

    /// <inheritdoc/>
    public override ImmutableArray<string> FixableDiagnosticIds { get; } = ImmutableArray.Create("BLIT016");

    /// <summary>Returns null. Several calls can need the same declaration, so each fix may affect the other diagnostics.</summary>
    /// <returns>Null.</returns>
    public override FixAllProvider? GetFixAllProvider() => null;

    /// <inheritdoc/>
    public override Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        foreach (var diagnostic in context.Diagnostics)
        {
            if (diagnostic.Properties.TryGetValue(NameProperty, out var name) && name is not null)
            {
                var declaration = diagnostic.AdditionalLocations.FirstOrDefault(location => DocumentOf(context, location) is not null);
                var title = declaration is null ? "Declare [assembly: BlittableSerializable(typeof(…))]" : "Mark the type [BlittableSerializable]";
                context.RegisterCodeFix(
                    CodeAction.Create(
                        title,
                        cancellation => declaration is null ? DeclareAsync(context.Document, name, cancellation) : MarkAsync(DocumentOf(context, declaration)!, declaration, cancellation),
                        equivalenceKey: title + name),
                    diagnostic);
            }
        }

        return Task.CompletedTask;
    }

    private static Document? DocumentOf(CodeFixContext context, Location location) => context.Document.Project.GetDocument(location.SourceTree);

    private static async Task<Document> MarkAsync(Document document, Location location, CancellationToken cancellation)
    {
        var editor = await DocumentEditor.CreateAsync(document, cancellation).ConfigureAwait(false);
        if (editor.OriginalRoot.FindNode(location.SourceSpan).FirstAncestorOrSelf<TypeDeclarationSyntax>() is { } declaration)
        {
            editor.AddAttribute(declaration, Marking(editor.Generator));
        }

        return editor.GetChangedDocument();
    }

    private static async Task<Document> DeclareAsync(Document document, string name, CancellationToken cancellation)
    {
        var editor = await DocumentEditor.CreateAsync(document, cancellation).ConfigureAwait(false);
        var type = SyntaxFactory.TypeOfExpression(SyntaxFactory.ParseTypeName(name).WithAdditionalAnnotations(Simplifier.Annotation));
        editor.AddAttribute(editor.OriginalRoot, Marking(editor.Generator, type));
        return editor.GetChangedDocument();
    }

    private static SyntaxNode Marking(SyntaxGenerator generator, params SyntaxNode[] arguments) =>
        generator.Attribute(SyntaxFactory.ParseName(Attribute).WithAdditionalAnnotations(Simplifier.Annotation), arguments.Length == 0 ? null : arguments)
            .WithAdditionalAnnotations(Formatter.Annotation);
}
