using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Blittable.Architecture.Tests;

/// <summary>Tests that commands in documents and in CI build with the checks that apply to users.</summary>
public sealed partial class CommandTests
{
    [Fact]
    public void No_documented_command_or_CI_step_turns_analyzers_or_warnings_off()
    {
        string[] documents = ["README.md", "CONTRIBUTING.md", "docs/GUIDE.md"];
        var steps = Directory.EnumerateFiles(Path.Combine(SourceTree.Root, ".ci"), "*", SearchOption.AllDirectories)
            .Select(path => Path.GetRelativePath(SourceTree.Root, path)).Where(path => !path.Contains("node_modules", StringComparison.Ordinal));
        Check.Empty(
            from file in documents.Concat(steps)
            from Match match in CheckOff().Matches(SourceTree.Read(file))
            select $"{file}: {match.Value}");
    }

    [Theory]
    [InlineData("-p:RunAnalyzers=false")]
    [InlineData("--property:RunAnalyzersDuringBuild=false")]
    [InlineData("/p:EnableNETAnalyzers=FALSE")]
    [InlineData("-p:TreatWarningsAsErrors=\"false\"")]
    [InlineData("export CodeAnalysisTreatWarningsAsErrors=false")]
    [InlineData("-p:NoWarn=CS1591")]
    [InlineData("-nowarn:CS1591")]
    [InlineData("-p:WarningLevel=0")]
    public void Each_way_to_turn_a_check_off_is_found(string argument) => Assert.Matches(CheckOff(), argument);

    [Fact]
    public void The_command_sets_the_expansion_limit_in_one_place()
    {
        string[] limiting =
        [
            "Blittable.BlittableDocument.Open", "Blittable.BlittableValue.Open", "Blittable.BlittableValue.WithMaxExpandedBytes", "Blittable.Collections.CollectionReader.Open",
            "Blittable.BlittableOptions.MaxExpandedBytes", "Blittable.BlittableJsonOptions.MaxExpandedBytes", "Blittable.BlittableMessagePackOptions.MaxExpandedBytes",
            "Blittable.Collections.CollectionOptions.MaxExpandedBytes", "Blittable.Collections.CollectionReader.MaxExpandedBytes",
        ];
        string[] places = ["src/Blittable.Cli/Commands/ExpansionOption.cs", "src/Blittable.Cli/Files/CollectionFormat.cs"];
        var names = limiting.Select(member => member.Split('.')[^1]).ToHashSet();
        var project = SourceProject.Load("src/Blittable.Cli");
        var uses = (from tree in project.Trees
                    let model = project.Model(tree)
                    from name in tree.GetRoot().DescendantNodes().OfType<SimpleNameSyntax>()
                    where names.Contains(name.Identifier.ValueText)
                    let info = model.GetSymbolInfo(name)
                    let symbol = info.Symbol ?? info.CandidateSymbols.FirstOrDefault()
                    where symbol is not null
                    select (File: tree.FilePath, Member: $"{symbol.ContainingType?.ToDisplayString()}.{symbol.Name}")).ToList();

        Check.Empty(uses.Where(use => limiting.Contains(use.Member) && !places.Contains(use.File)).Select(use => $"{use.File} uses {use.Member}"));

        // The members that the two files use are found: a renamed member would be in none of them.
        Assert.Equal(
            ["BlittableDocument.Open", "BlittableValue.Open", "BlittableValue.WithMaxExpandedBytes", "CollectionReader.MaxExpandedBytes", "CollectionReader.Open"],
            uses.Select(use => use.Member).Where(limiting.Contains).Distinct().Select(member => string.Join('.', member.Split('.')[^2..])).Order(StringComparer.Ordinal));
    }

    /// <summary>Matches arguments and variables that turn analyzers or warnings off.</summary>
    [GeneratedRegex("(RunAnalyzers\\w*|EnableNETAnalyzers|EnforceCodeStyleInBuild|\\w*TreatWarningsAsErrors)\\s*=\\s*[\"']?false|NoWarn=|WarningLevel=0|[-/](nowarn|warnaserror-)", RegexOptions.IgnoreCase)]
    private static partial Regex CheckOff();
}
