using Markdig;
using Markdig.Syntax;
using Markdig.Syntax.Inlines;

/// <summary>Renders the page of a package as the gallery does, with Markdig and without HTML, and finds what readers of the gallery would miss.</summary>
internal static class PageCheck
{
    private static readonly MarkdownPipeline s_pipeline = new MarkdownPipelineBuilder().UsePipeTables().UseListExtras().UseAutoLinks().DisableHtml().Build();

    /// <summary>Finds the faults of a page.</summary>
    /// <param name="markdown">The text of README.md in the package.</param>
    /// <returns>A sentence for each fault.</returns>
    public static IEnumerable<string> Faults(string markdown)
    {
        MarkdownDocument page = Markdown.Parse(markdown, s_pipeline);
        LinkInline[] links = [.. page.Descendants<LinkInline>()];
        if (!page.Descendants<HeadingBlock>().Any(heading => heading.Level == 1))
        {
            yield return "README.md has no title";
        }

        if (!links.Any(link => !link.IsImage))
        {
            yield return "README.md has no link to the documentation";
        }

        foreach (LinkInline link in links)
        {
            if (!Uri.TryCreate(link.Url, UriKind.Absolute, out Uri? target) || target.Scheme != Uri.UriSchemeHttps)
            {
                yield return $"README.md has a link that the NuGet gallery does not support: {link.Url}";
            }
            else if (link.IsImage && !target.AbsolutePath.EndsWith(".png", StringComparison.OrdinalIgnoreCase))
            {
                yield return $"README.md has an image that the NuGet gallery does not show: {link.Url}";
            }
        }

        // With HTML disabled, a tag is shown as text.
        string html = page.ToHtml(s_pipeline);
        string text = System.Text.RegularExpressions.Regex.Replace(html, "<pre>.*?</pre>|<code>.*?</code>", "", System.Text.RegularExpressions.RegexOptions.Singleline);
        if (text.Contains("&lt;", StringComparison.Ordinal))
        {
            yield return "README.md has HTML, which the NuGet gallery shows as text";
        }
    }
}
