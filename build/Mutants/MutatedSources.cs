using System.Globalization;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Blittable.Mutants;

/// <summary>Writes all selected mutants into a copy of the sources, each behind a condition, so that all of them need only one build.</summary>
internal sealed partial class MutatedSources
{
    /// <summary>The source of the class that reads the active mutant from the environment. The id is a constant for the JIT compiler.</summary>
    private const string Switch = """
        internal static class ActiveMutant
        {
            private static readonly int s_id = int.TryParse(System.Environment.GetEnvironmentVariable("BLITTABLE_MUTANT"), out var id) ? id : -1;
            private static readonly string s_reached = System.Environment.GetEnvironmentVariable("BLITTABLE_REACHED");
            private static readonly bool[] s_seen = new bool[100_000];

            public static bool Is(int id)
            {
                if (s_reached != null && !s_seen[id])
                {
                    s_seen[id] = true;
                    lock (s_seen)
                    {
                        System.IO.File.AppendAllText(s_reached, id + "\n");
                    }
                }

                return s_id == id;
            }
        }
        """;

    private readonly string _root;
    private readonly string _copy;
    private readonly string _project;

    /// <param name="root">The repository.</param>
    /// <param name="copy">A copy of the repository, which is changed.</param>
    /// <param name="project">The folder of the project, relative to the repository and the copy.</param>
    public MutatedSources(string root, string copy, string project)
    {
        _root = root;
        _copy = copy;
        _project = project;
    }

    /// <summary>Lists all mutants in a folder of the project and its subfolders.</summary>
    public List<Mutant> Find(string folder)
    {
        var files = Directory.EnumerateFiles(Path.Combine(_root, _project, folder), "*.cs", SearchOption.AllDirectories)
            .Select(path => Path.GetRelativePath(_root, path).Replace('\\', '/'))
            .Where(path => !path.Split('/').Any(part => part is "bin" or "obj"))
            .Order(StringComparer.Ordinal);
        var mutants = new List<Mutant>();
        foreach (var file in files)
        {
            var tree = CSharpSyntaxTree.ParseText(File.ReadAllText(Path.Combine(_root, file)), new CSharpParseOptions(LanguageVersion.Preview));
            foreach (var (node, replacement) in MutantFinder.Find(tree.GetRoot()))
            {
                var start = tree.GetLineSpan(node.Span).StartLinePosition;
                mutants.Add(new Mutant(mutants.Count, file, start.Line + 1, start.Character + 1, node, replacement));
            }
        }

        return mutants;
    }

    /// <summary>Writes the mutated files.</summary>
    public void Write(IReadOnlyCollection<Mutant> mutants)
    {
        File.WriteAllText(Path.Combine(_copy, _project, "ActiveMutant.cs"), "#nullable disable\n" + Switch);
        foreach (var file in mutants.GroupBy(mutant => mutant.File))
        {
            var byNode = file.ToLookup(mutant => (SyntaxNode)mutant.Node);
            var root = file.First().Node.SyntaxTree.GetRoot();
            var changed = root.ReplaceNodes(byNode.Select(group => group.Key), (node, rewritten) => byNode[node].Aggregate(rewritten, Wrap));
            File.WriteAllText(Path.Combine(_copy, file.Key), changed.ToFullString());
        }
    }

    /// <summary>Restores the files that <see cref="Write"/> changed.</summary>
    public void Restore(IEnumerable<Mutant> mutants)
    {
        foreach (var file in mutants.Select(mutant => mutant.File).Distinct())
        {
            File.WriteAllText(Path.Combine(_copy, file), File.ReadAllText(Path.Combine(_root, file)));
        }

        File.Delete(Path.Combine(_copy, _project, "ActiveMutant.cs"));
    }

    /// <summary>Returns the ids of the mutants that compiler errors refer to. A line without a mutant id blames all mutants within 20 lines.</summary>
    public HashSet<int> Blamed(string output, IReadOnlyCollection<Mutant> mutants)
    {
        var blamed = new HashSet<int>();
        foreach (Match match in ErrorPattern().Matches(output))
        {
            var file = Path.GetRelativePath(_copy, match.Groups["file"].Value).Replace('\\', '/');
            var line = int.Parse(match.Groups["line"].Value, CultureInfo.InvariantCulture);
            var path = Path.Combine(_copy, file);
            var text = File.Exists(path) ? File.ReadLines(path).ElementAtOrDefault(line - 1) ?? "" : "";
            var ids = IdPattern().Matches(text).Select(id => int.Parse(id.Groups["id"].Value, CultureInfo.InvariantCulture)).ToList();
            blamed.UnionWith(ids.Count > 0 ? ids : mutants.Where(mutant => mutant.File == file && Math.Abs(mutant.Line - line) < 20).Select(mutant => mutant.Id));
        }

        return blamed;
    }

    private static SyntaxNode Wrap(SyntaxNode node, Mutant mutant)
    {
        var active = $"ActiveMutant.Is({mutant.Id})";
        return node is StatementSyntax statement
            ? SyntaxFactory.ParseStatement($"if (!{active}) {{ {statement.ToString()} }}").WithTriviaFrom(node)
            : SyntaxFactory.ParseExpression($"({active} ? {mutant.Replacement} : {node.ToString()})").WithTriviaFrom(node);
    }

    [GeneratedRegex(@"^(?<file>[^\s(][^(\n]*\.cs)\((?<line>\d+),\d+\): error", RegexOptions.Multiline)]
    private static partial Regex ErrorPattern();

    [GeneratedRegex(@"ActiveMutant\.Is\((?<id>\d+)\)")]
    private static partial Regex IdPattern();
}
