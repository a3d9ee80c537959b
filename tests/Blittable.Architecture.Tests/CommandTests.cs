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
}
