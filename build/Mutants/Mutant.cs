using Microsoft.CodeAnalysis.CSharp;

namespace Blittable.Mutants;

/// <summary>One small change of the sources.</summary>
/// <param name="Id">The number that activates it.</param>
/// <param name="File">The file, relative to the root of the repository.</param>
/// <param name="Line">The line, from 1 on.</param>
/// <param name="Node">The expression or statement that changes.</param>
/// <param name="Replacement">What replaces the node; an empty text removes a statement.</param>
internal sealed record Mutant(int Id, string File, int Line, CSharpSyntaxNode Node, string Replacement)
{
    public override string ToString() => $"{File}:{Line}: {OneLine(Node.ToString())} => {(Replacement.Length == 0 ? "nothing" : OneLine(Replacement))}";

    private static string OneLine(string text) => string.Join(' ', text.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
}
