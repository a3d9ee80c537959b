using Microsoft.CodeAnalysis.CSharp;

namespace Blittable.Mutants;

/// <summary>Represents one small change of the sources.</summary>
/// <param name="Id">The id that activates the mutant.</param>
/// <param name="File">The file, relative to the root of the repository.</param>
/// <param name="Line">The one-based line.</param>
/// <param name="Column">The one-based column.</param>
/// <param name="Node">The expression or statement that is replaced.</param>
/// <param name="Replacement">The replacement of the node. An empty string removes a statement.</param>
internal sealed record Mutant(int Id, string File, int Line, int Column, CSharpSyntaxNode Node, string Replacement)
{
    public override string ToString() => $"{File}:{Line}:{Column}: {OneLine(Node.ToString())} => {(Replacement.Length == 0 ? "nothing" : OneLine(Replacement))}";

    private static string OneLine(string text) => string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
}
