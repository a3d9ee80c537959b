namespace Blittable.Architecture.Tests;

/// <summary>Tests that commands in documents and in CI build with the checks that apply to users.</summary>
public sealed class CommandTests
{
    [Fact]
    public void No_documented_command_or_CI_step_turns_analyzers_off()
    {
        string[] documents = ["README.md", "CONTRIBUTING.md", "docs/GUIDE.md"];
        var steps = Directory.EnumerateFiles(Path.Combine(SourceTree.Root, ".ci"), "*", SearchOption.AllDirectories)
            .Select(path => Path.GetRelativePath(SourceTree.Root, path)).Where(path => !path.Contains("node_modules", StringComparison.Ordinal));
        Check.Empty(documents.Concat(steps).Where(file => SourceTree.Read(file).Contains("RunAnalyzers=false", StringComparison.OrdinalIgnoreCase)));
    }

    [Fact]
    public void The_command_sets_the_expansion_limit_in_one_place()
    {
        string[] opening = ["BlittableDocument.Open(", "BlittableValue.Open(", "CollectionReader.Open(", ".MaxExpandedBytes = ", "WithMaxExpandedBytes("];
        string[] places = ["src/Blittable.Cli/Commands/ExpansionOption.cs", "src/Blittable.Cli/Files/CollectionFormat.cs"];
        var sources = Directory.EnumerateFiles(Path.Combine(SourceTree.Root, "src/Blittable.Cli"), "*.cs", SearchOption.AllDirectories)
            .Select(path => Path.GetRelativePath(SourceTree.Root, path).Replace('\\', '/')).Where(path => !path.Contains("/obj/", StringComparison.Ordinal));

        Check.Empty(sources.Except(places).Where(file => opening.Any(call => SourceTree.Read(file).Contains(call, StringComparison.Ordinal))));
    }
}
