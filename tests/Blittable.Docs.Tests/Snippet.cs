using System.Text.RegularExpressions;

namespace Blittable.Docs.Tests;

/// <summary>A program in a page of the documentation: one block marked as C#.</summary>
/// <param name="Page">The page, relative to the root of the repository.</param>
/// <param name="Line">The first line of the block, counted from 1.</param>
/// <param name="Code">The program.</param>
internal sealed partial record Snippet(string Page, int Line, string Code)
{
    /// <summary>Returns the snippets of a page. A block marked <c>csharp ignore</c> shows a declaration and is not a program.</summary>
    public static IEnumerable<Snippet> Of(string page)
    {
        string text = File.ReadAllText(Path.Combine(Root, page));
        foreach (Match match in BlockPattern().Matches(text))
        {
            yield return new Snippet(page, text.AsSpan(0, match.Index).Count('\n') + 1, match.Groups["code"].Value);
        }
    }

    /// <summary>Gets the folder that contains <c>src</c> and <c>docs</c>.</summary>
    public static string Root { get; } = FindRoot();

    private static string FindRoot()
    {
        string folder = AppContext.BaseDirectory;
        while (!Directory.Exists(Path.Combine(folder, "src", "Blittable")))
        {
            folder = Path.GetDirectoryName(folder) ?? throw new DirectoryNotFoundException("src/Blittable above " + AppContext.BaseDirectory);
        }

        return folder;
    }

    [GeneratedRegex(@"^```csharp\r?\n(?<code>.*?)^```", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex BlockPattern();
}
