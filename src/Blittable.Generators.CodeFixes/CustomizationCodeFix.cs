using System.Collections.Immutable;
using System.Composition;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Editing;

namespace Blittable.Generators;

/// <summary>
/// Adds <c>static</c> and <c>partial</c> to a method that customizes a contract, and <c>partial</c> to the types around it (BLIT018). Stateless and thread-safe.
/// </summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(CustomizationCodeFix))]
[Shared]
public sealed class CustomizationCodeFix : CodeFixProvider
{
    private const string Title = "Make the method 'static partial'";

    /// <inheritdoc/>
    public override ImmutableArray<string> FixableDiagnosticIds { get; } = ImmutableArray.Create("BLIT018");

    /// <summary>Returns null. Fixes of two methods change the same type.</summary>
    /// <returns>Null.</returns>
    public override FixAllProvider? GetFixAllProvider() => null;

    /// <inheritdoc/>
    public override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        var root = await context.Document.GetSyntaxRootAsync(context.CancellationToken).ConfigureAwait(false);
        if (root?.FindNode(context.Span).FirstAncestorOrSelf<MethodDeclarationSyntax>() is { } method && (method.Body is not null || method.ExpressionBody is not null)
            && !(method.Modifiers.Any(SyntaxKind.StaticKeyword) && method.Modifiers.Any(SyntaxKind.PartialKeyword)))
        {
            context.RegisterCodeFix(CodeAction.Create(Title, cancellation => FixAsync(context.Document, method, cancellation), equivalenceKey: Title), context.Diagnostics);
        }
    }

    private static async Task<Document> FixAsync(Document document, MethodDeclarationSyntax method, CancellationToken cancellation)
    {
        var editor = await DocumentEditor.CreateAsync(document, cancellation).ConfigureAwait(false);
        editor.SetModifiers(method, editor.Generator.GetModifiers(method).WithIsStatic(true).WithPartial(true));
        foreach (var type in method.Ancestors().OfType<TypeDeclarationSyntax>().Where(type => !type.Modifiers.Any(SyntaxKind.PartialKeyword)))
        {
            editor.SetModifiers(type, editor.Generator.GetModifiers(type).WithPartial(true));
        }

        return editor.GetChangedDocument();
    }
}
