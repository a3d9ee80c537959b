using System.Text;
using System.Text.RegularExpressions;

namespace Blittable.Cli.Tests.Commands;

/// <summary><c>blittable explain</c> writes one page that contains the documents it shows. <c>tools/explain-page</c> tests the page in a browser.</summary>
public sealed partial class ExplainCommandTests
{
    [Fact]
    public async Task A_JSON_text_is_shown_in_both_modes()
    {
        using var folder = new ScratchFolder();
        var page = await ExplainAsync(folder, "one.json", """{"name":"Ada"}"""u8.ToArray());

        Assert.Contains("\"jsonBytes\":14", page, StringComparison.Ordinal);
        Assert.Contains("\"label\":\"memory mode\"", page, StringComparison.Ordinal);
        Assert.Contains("\"label\":\"disk mode\"", page, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_page_contains_every_byte_of_the_document()
    {
        using var folder = new ScratchFolder();
        using var document = BlittableDocument.Parse("[1,2,3]"u8);
        var page = await ExplainAsync(folder, "one.blit", document.Bytes.ToArray());

        Assert.Equal(document.Bytes.ToArray(), Convert.FromBase64String(BytesPattern().Match(page).Groups[1].Value));
    }

    [Fact]
    public async Task A_long_document_is_sampled_and_the_page_says_so()
    {
        using var folder = new ScratchFolder();
        var json = "[" + string.Join(',', Enumerable.Range(0, 40_000).Select(i => $"{{\"id\":{i},\"text\":\"the text of number {i * 7919}\"}}")) + "]";
        using var document = BlittableDocument.Parse(Encoding.UTF8.GetBytes(json));
        var page = await ExplainAsync(folder, "long.blit", document.Bytes.ToArray());

        Assert.Contains("\"sample\":\"", page, StringComparison.Ordinal);
        Assert.Contains($"\"totalBytes\":{document.Bytes.Length}", page, StringComparison.Ordinal);
        Assert.True(page.Length < document.Bytes.Length);
    }

    [Theory]
    [InlineData("")]
    [InlineData("a")]
    public async Task Long_strings_are_truncated_between_characters(string before)
    {
        using var folder = new ScratchFolder();
        var json = $"[\"{before}{string.Concat(Enumerable.Repeat("😀", 400_000))}\"]";
        using var document = BlittableDocument.Parse(Encoding.UTF8.GetBytes(json));

        var page = await ExplainAsync(folder, "long.blit", document.Bytes.ToArray());

        Assert.Contains("\"sample\":\"", page, StringComparison.Ordinal);
        var shown = BlittableValue.Open(Convert.FromBase64String(BytesPattern().Match(page).Groups[1].Value))[0].GetString()!;
        Assert.EndsWith("😀…", shown, StringComparison.Ordinal);
        Assert.StartsWith(shown[..^1], before + string.Concat(Enumerable.Repeat("😀", 400_000)), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_damaged_document_is_shown_with_its_error()
    {
        using var folder = new ScratchFolder();
        var page = await ExplainAsync(folder, "damaged.blit", [0x01, 0x41, 0x78, 0xFF, 0x02, 0x03, 0x02, 0x04, 0x01]);

        Assert.Contains("\"fault\":\"", page, StringComparison.Ordinal);
        Assert.Contains("\"documents\":[{", page, StringComparison.Ordinal);
    }

    /// <summary>The page contains the documents in Base64, but the paths, the bounds and the name of a collection as text.</summary>
    [Fact]
    public async Task Text_of_a_collection_cannot_end_the_script_that_holds_it()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "File names cannot contain '<' there.");
        var plain = await ExplainCollectionAsync("name.blic", "name", "value");
        var hostile = await ExplainCollectionAsync("<!--<script>.blic", "</script><script>", "</SCRIPT><!--");

        foreach (var text in (string[])[@"\u003C!--\u003Cscript\u003E.blic", @"\u003C/script\u003E\u003Cscript\u003E", @"\u003C/SCRIPT\u003E\u003C!--"])
        {
            Assert.Contains(text, hostile, StringComparison.Ordinal);
        }

        Assert.Equal(ScriptPattern().Count(plain), ScriptPattern().Count(hostile));

        static async Task<string> ExplainCollectionAsync(string file, string property, string value)
        {
            using var folder = new ScratchFolder();
            var packed = await CommandRun.Of("pack", folder.Write("a.ndjson", $"{{\"{property}\":\"{value}\"}}\n"), "--layout", "columns", "-o", folder[file]);
            Assert.True(packed.ExitCode == ExitCode.Done, packed.Error);
            var run = await CommandRun.Of("explain", folder[file], "--html", folder["page.html"], "--where", $"$['{property}'] = '{value}'");
            Assert.True(run.ExitCode == ExitCode.Done, run.Error);
            return await File.ReadAllTextAsync(folder["page.html"]);
        }
    }

    [Fact]
    public async Task A_dictionary_is_embedded_in_the_page_without_compression()
    {
        using var folder = new ScratchFolder();
        var samples = Enumerable.Range(0, 300).Select(i => (ReadOnlyMemory<byte>)Encoding.UTF8.GetBytes($"{{\"station\":\"north {i % 7}\",\"reading\":{i}}}")).ToArray();
        var dictionary = BlittableDictionary.Train(samples);
        var saved = folder["shared.dictionary"];
        await File.WriteAllBytesAsync(saved, dictionary.Save());
        using var document = BlittableDocument.Parse(samples[0].Span, new BlittableOptions { Mode = BlittableMode.Disk, Dictionary = dictionary });
        var page = await ExplainAsync(folder, "one.blit", document.Bytes.ToArray(), "--dictionary", saved);

        var shown = Convert.FromBase64String(DictionaryPattern().Match(page).Groups[1].Value);
        Assert.Equal("north 0", BlittableValue.Open(document.Bytes.Span, BlittableDictionary.Load(shown)).GetProperty("station").GetString());
    }

    [Fact]
    public async Task A_document_that_expands_beyond_the_limit_is_refused()
    {
        using var folder = new ScratchFolder();
        using var document = BlittableDocument.Parse("[" + string.Join(',', Enumerable.Repeat("\"shipped\"", 70_000)) + "]", BlittableOptions.Balanced);
        await ExplainAsync(folder, "one.blit", document.Bytes.ToArray());
        await ExplainAsync(folder, "one.blit", document.Bytes.ToArray(), "--max-expansion", "1000000");

        var run = await CommandRun.Of("explain", folder["one.blit"], "--max-expansion", "1000", "--html", folder["other.html"]);

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.False(File.Exists(folder["other.html"]));
    }

    [Fact]
    public async Task A_sample_of_a_document_is_cut_if_it_is_nested_too_deeply_for_the_stack()
    {
        using var folder = new ScratchFolder();
        var json = string.Concat(Enumerable.Repeat("[", 1_000_000)) + string.Concat(Enumerable.Repeat("]", 1_000_000));
        using var document = BlittableDocument.Parse(json, new BlittableOptions { MaxDepth = int.MaxValue });

        var page = await ExplainAsync(folder, "deep.blit", document.Bytes.ToArray());

        Assert.Contains("\"sample\":\"", page, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_collection_is_shown_byte_by_byte_with_the_parts_that_a_query_skips()
    {
        using var folder = new ScratchFolder();
        var file = folder.Write("events.ndjson", string.Concat(Enumerable.Range(0, 50_000).Select(id => $"{{\"id\":{id},\"name\":\"name {id % 100}\"}}\n")));
        await CommandRun.Of("pack", file, "--key", "$.id");
        await CommandRun.Of("delete", folder["events.blic"], "--where", "$.id < 100");

        var run = await CommandRun.Of("explain", folder["events.blic"], "--html", folder["page.html"], "--where", "$.id = 77000");

        Assert.Equal(ExitCode.Done, run.ExitCode);
        Assert.Matches(@"skips (\d+) of \1 chunk group", run.Error);
        var page = await File.ReadAllTextAsync(folder["page.html"]);
        var space = SpacePattern().Match(page).Groups[1].Value;
        Assert.Equal(new FileInfo(folder["events.blic"]).Length, PartPattern().Matches(space).Sum(part => long.Parse(part.Groups[1].Value, System.Globalization.CultureInfo.InvariantCulture)));
        Assert.Contains("\"skipped\":", page, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_condition_requires_a_collection()
    {
        using var folder = new ScratchFolder();
        var run = await CommandRun.Of("explain", folder.Write("one.json", "{}"), "--html", folder["page.html"], "--where", "$.id = 1");

        Assert.Equal(ExitCode.Usage, run.ExitCode);
    }

    private static async Task<string> ExplainAsync(ScratchFolder folder, string name, byte[] file, params string[] more)
    {
        var input = folder[name];
        var html = folder["page.html"];
        await File.WriteAllBytesAsync(input, file);
        var run = await CommandRun.Of(["explain", input, "--html", html, .. more]);
        Assert.Equal(ExitCode.Done, run.ExitCode);
        return await File.ReadAllTextAsync(html);
    }

    /// <summary>Matches the texts that end a script element or change how a browser finds its end.</summary>
    [GeneratedRegex("<!--|</?script", RegexOptions.IgnoreCase)]
    private static partial Regex ScriptPattern();

    [GeneratedRegex("\"bytes\":\"([^\"]*)\"")]
    private static partial Regex BytesPattern();

    [GeneratedRegex("\"space\":\\[(.*?)\\]")]
    private static partial Regex SpacePattern();

    [GeneratedRegex("\"bytes\":(\\d+)")]
    private static partial Regex PartPattern();

    [GeneratedRegex("\"dictionary\":\"([^\"]*)\"")]
    private static partial Regex DictionaryPattern();
}
