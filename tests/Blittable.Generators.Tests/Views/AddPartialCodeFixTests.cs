using Blittable.Generators.Views;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;

namespace Blittable.Generators.Tests.Views;

public sealed class AddPartialCodeFixTests
{
    [Theory]
    [InlineData("[Blittable.BlittableView] public record Order(int Id);", "[Blittable.BlittableView] public partial record Order(int Id);")]
    [InlineData("[Blittable.BlittableView]\nclass Order;", "[Blittable.BlittableView]\npartial class Order;")]
    [InlineData("class Outer { [Blittable.BlittableView] partial record Order(int Id); }", "partial class Outer { [Blittable.BlittableView] partial record Order(int Id); }")]
    public async Task The_fix_adds_partial_to_the_type_that_lacks_it(string source, string expected)
    {
        var cancellation = TestContext.Current.CancellationToken;
        using var workspace = new AdhocWorkspace();
        var document = workspace.AddProject("Fixed", LanguageNames.CSharp).AddDocument("Order.cs", source);
        var tree = (await document.GetSyntaxTreeAsync(cancellation))!;
        var reported = Assert.Single(GeneratorRun.Of<ViewGenerator>(source).Reported);
        var diagnostic = Diagnostic.Create(reported.Descriptor, Location.Create(tree, reported.Location.SourceSpan));
        var actions = new List<CodeAction>();

        await new AddPartialCodeFix().RegisterCodeFixesAsync(new CodeFixContext(document, diagnostic, (action, _) => actions.Add(action), cancellation));

        var operations = await Assert.Single(actions).GetOperationsAsync(cancellation);
        var changed = Assert.Single(operations.OfType<ApplyChangesOperation>()).ChangedSolution.GetDocument(document.Id)!;
        Assert.Equal(expected, (await changed.GetTextAsync(cancellation)).ToString());
    }
}
