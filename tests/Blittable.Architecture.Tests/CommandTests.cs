namespace Blittable.Architecture.Tests;

/// <summary>Commands in documents and in CI build as a user does: a check that is off there is off for what users get.</summary>
public sealed class CommandTests
{
    [Fact]
    public void No_documented_command_and_no_step_turns_analyzers_off()
    {
        string[] documents = ["README.md", "CONTRIBUTING.md", "docs/GUIDE.md"];
        var steps = Directory.EnumerateFiles(Path.Combine(SourceTree.Root, ".ci"), "*", SearchOption.AllDirectories)
            .Select(path => Path.GetRelativePath(SourceTree.Root, path)).Where(path => !path.Contains("node_modules", StringComparison.Ordinal));
        Check.Empty(documents.Concat(steps).Where(file => SourceTree.Read(file).Contains("RunAnalyzers=false", StringComparison.OrdinalIgnoreCase)));
    }

    [Fact]
    public void The_command_decides_in_one_place_how_much_text_a_document_may_expand_to()
    {
        string[] opening = ["BlittableDocument.Open(", "BlittableValue.Open(", "CollectionReader.Open(", ".MaxExpandedBytes = ", "WithMaxExpandedBytes("];
        string[] places = ["src/Blittable.Cli/Commands/ExpansionOption.cs", "src/Blittable.Cli/Files/CollectionFormat.cs"];
        var sources = Directory.EnumerateFiles(Path.Combine(SourceTree.Root, "src/Blittable.Cli"), "*.cs", SearchOption.AllDirectories)
            .Select(path => Path.GetRelativePath(SourceTree.Root, path).Replace('\\', '/')).Where(path => !path.Contains("/obj/", StringComparison.Ordinal));

        Check.Empty(sources.Except(places).Where(file => opening.Any(call => SourceTree.Read(file).Contains(call, StringComparison.Ordinal))));
    }
}
