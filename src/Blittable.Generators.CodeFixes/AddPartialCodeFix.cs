using System.Collections.Immutable;
using System.Composition;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Editing;

namespace Blittable.Generators;

/// <summary>Adds <c>partial</c> to a type for which a view is generated (BLIT101). Stateless; any number of threads may use it.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(AddPartialCodeFix))]
[Shared]
public sealed class AddPartialCodeFix : CodeFixProvider
{
    private const string Title = "Add 'partial'";

    /// <inheritdoc/>
    public override ImmutableArray<string> FixableDiagnosticIds { get; } = ImmutableArray.Create("BLIT101");

    /// <inheritdoc/>
    public override FixAllProvider GetFixAllProvider() => WellKnownFixAllProviders.BatchFixer;

    /// <inheritdoc/>
    public override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        var root = await context.Document.GetSyntaxRootAsync(context.CancellationToken).ConfigureAwait(false);
        if (root?.FindNode(context.Span).FirstAncestorOrSelf<TypeDeclarationSyntax>() is not { } declaration)
        {
            return;
        }

        context.RegisterCodeFix(
            CodeAction.Create(Title, _ => Task.FromResult(AddPartial(context.Document, root, declaration)), equivalenceKey: Title), context.Diagnostics);
    }

    private static Document AddPartial(Document document, SyntaxNode root, TypeDeclarationSyntax declaration)
    {
        var generator = SyntaxGenerator.GetGenerator(document);
        var changed = generator.WithModifiers(declaration, generator.GetModifiers(declaration).WithPartial(true));
        return document.WithSyntaxRoot(root.ReplaceNode(declaration, changed));
    }
}
