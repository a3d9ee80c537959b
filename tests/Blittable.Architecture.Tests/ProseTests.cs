using System.Text.RegularExpressions;

namespace Blittable.Architecture.Tests;

/// <summary>Sentences of documents, comments and messages that a technical editor would mend are found before a reader finds them.</summary>
public sealed partial class ProseTests
{
    [Fact]
    public void Documents_and_comments_have_no_sentence_that_reads_as_translated()
    {
        var documents = Directory.EnumerateFiles(SourceTree.Root, "*.md", SearchOption.TopDirectoryOnly)
            .Concat(Directory.EnumerateFiles(Path.Combine(SourceTree.Root, "docs"), "*.md"))
            .Select(path => Path.GetRelativePath(SourceTree.Root, path));
        var found = documents.Concat(SourceTree.Files("src")).SelectMany(file => SourceTree.Read(file).Split('\n')
            .Select((line, index) => (Line: line, Number: index + 1))
            .Where(entry => TranslatedPattern().IsMatch(entry.Line))
            .Select(entry => $"{file}:{entry.Number}: {entry.Line.Trim()}"));
        Check.Empty(found);
    }

    [GeneratedRegex(@"\b([Ff]or who |[Ww]ho (reads|appends|writes|wants)\b|[Ww]hoever|[Nn]obody (reads|asked)|go(es)? on with|there are to be|is none\b|stands behind|what is (none|ranged)|be it )")]
    private static partial Regex TranslatedPattern();
}
