using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;

namespace Blittable.Generators.Tests.Serialization;

public sealed class DeclareTypeCodeFixTests
{
    [Theory]
    [InlineData("public record Strange(int A);", "[BlittableSerializable]\npublic record Strange(int A);")]
    [InlineData("/// <summary>Text.</summary>\npublic struct Strange { }", "/// <summary>Text.</summary>\n[BlittableSerializable]\npublic struct Strange { }")]
    [InlineData("[Serializable]\ninternal class Strange;", "[Serializable]\n[BlittableSerializable]\ninternal class Strange;")]
    [InlineData("public interface Strange { }", "[BlittableSerializable]\npublic interface Strange { }")]
    [InlineData("namespace Inner\n{\n    public class Strange;\n}", "namespace Inner\n{\n    [BlittableSerializable]\n    public class Strange;\n}", "Inner.Strange")]
    [InlineData("public partial class Strange;\npublic partial class Strange;", "[BlittableSerializable]\npublic partial class Strange;\npublic partial class Strange;")]
    [InlineData("public class Strange;", "[BlittableSerializable]\npublic class Strange;", "List<Strange[]>")]
    public async Task The_fix_marks_a_type_of_the_project(string declaration, string expected, string type = "Strange")
    {
        var text = await Fixed(declaration, type);
        Assert.Contains(expected, text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("typeof(Strange)", "Strange", "[JsonConverter(typeof(JsonStringEnumConverter<Strange>))] public enum Strange { A }")]
    [InlineData("typeof(Strange<int>)", "Strange<int>", "public class Strange<T>;")]
    [InlineData("typeof(Strange<List<int?>>.Inner)", "Strange<List<int?>>.Inner", "public class Strange<T> { public class Inner; }")]
    [InlineData("typeof(@partial<@record>)", "@partial<@record>", "public class @partial<T>; public class @record;")]
    [InlineData("typeof(System.Text.Rune)", "List<System.Text.Rune>", "")]
    [InlineData("typeof(ValueTuple<Half, Uri>)", "(Half A, Uri B)", "")]
    [InlineData("typeof(ArrayList)", "ArrayList", "")]
    public async Task The_fix_adds_an_attribute_of_the_assembly_for_other_types(string expected, string type, string declaration)
    {
        var text = await Fixed(declaration, type);
        Assert.Contains($"[assembly: BlittableSerializable({expected})]", text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("Task<int>", "")]
    [InlineData("Action", "")]
    [InlineData("int[,]", "")]
    [InlineData("Dictionary<byte[], int>", "")]
    [InlineData("Strange", "public class Strange { public Action? Action { get; set; } }")]
    public async Task There_is_no_fix_for_a_type_that_the_generator_rejects(string type, string declaration) => Assert.Empty((await Actions(declaration, type)).Actions);

    [Fact]
    public async Task There_is_no_fix_for_a_private_type() => Assert.Empty((await Actions("", "Hidden")).Actions);

    private static async Task<string> Fixed(string declaration, string type)
    {
        var (actions, document) = await Actions(declaration, type);
        var operations = await Assert.Single(actions).GetOperationsAsync(TestContext.Current.CancellationToken);
        var changed = Assert.Single(operations.OfType<ApplyChangesOperation>()).ChangedSolution.GetDocument(document.Id)!;
        var text = (await changed.GetTextAsync(TestContext.Current.CancellationToken)).ToString();
        var again = await AnalyzerRun.Of(text[CompiledTypes.Usings.Length..]);
        Assert.Empty(again);
        return text;
    }

    private static async Task<(List<CodeAction> Actions, Document Document)> Actions(string declaration, string type)
    {
        var cancellation = TestContext.Current.CancellationToken;
        var text = CompiledTypes.Usings + "using System.Threading.Tasks;\n\n" + declaration
            + $"\n\n// The calls.\npublic static class Calls\n{{\n    public static void Call() => BlittableSerializer.Deserialize<{type}>(new byte[1]);\n\n    private class Hidden;\n}}\n";
        var like = GeneratorRun.Compile("");
        using var workspace = new AdhocWorkspace();
        var document = workspace.AddProject("Fixed", LanguageNames.CSharp).WithMetadataReferences(like.References).WithCompilationOptions(like.Options).AddDocument("Calls.cs", text);
        var compilation = AnalyzerRun.WithGeneratedCode((await document.Project.GetCompilationAsync(cancellation))!);
        var diagnostic = Assert.Single(await AnalyzerRun.Of(compilation));
        var actions = new List<CodeAction>();
        await new DeclareTypeCodeFix().RegisterCodeFixesAsync(new CodeFixContext(document, diagnostic, (action, _) => actions.Add(action), cancellation));
        return (actions, document);
    }
}
