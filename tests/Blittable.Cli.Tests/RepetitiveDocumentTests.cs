using System.Text;

namespace Blittable.Cli.Tests;

/// <summary>A document that stores a value once and references it 20,000 times expands to 20,000 times its bytes. A file of the user is trusted:
/// every command accepts it.</summary>
public sealed class RepetitiveDocumentTests : IDisposable
{
    private static readonly string s_text = "{\"id\":1,\"size\":0,\"tags\":["
        + string.Join(',', Enumerable.Repeat("\"the quick brown fox jumps over the lazy dog, again and again\"", 20_000)) + "]}";

    private readonly ScratchFolder _folder = new();

    public RepetitiveDocumentTests()
    {
        var text = Encoding.UTF8.GetBytes(s_text);
        _folder.Write("a.json", text);
        _folder.Write("b.json", s_text.Replace("\"id\":1", "\"id\":2", StringComparison.Ordinal));
        _folder.Write("patch.json", """[{"op":"add","path":"/size","value":20000}]""");
        using var document = BlittableDocument.Parse(text, new BlittableOptions { Mode = BlittableMode.Disk });
        Assert.True(document.Bytes.Length < 1000);
        _folder.Write("a.blit", document.Bytes.ToArray());
    }

    /// <summary>Command lines of each command that accepts documents. Commands for collections read <c>C.blic</c>.</summary>
    public static TheoryData<string> Lines => new(
        "convert a.json --mode disk --report -o b.blit", "convert a.json --mode memory --report -o b.blit", "bench a.json --time 1", "train a.json b.json --frequent-strings -o d",
        "to-json a.blit -o out.json", "get $.tags[*] a.blit", "get $..size a.blit", "stat a.blit", "explain a.blit --html page.html", "explain a.json --html page.html",
        "verify a.blit", "head a.blit", "tail a.blit", "sample a.blit", "schema a.blit", "set $.size=1 a.blit", "patch patch.json a.blit", "diff a.blit a.json", "diff a.json b.json",
        "pack b.json -o new.blic", "append C.blic b.json", "get $.tags[*] C.blic", "get $..size C.blic", "get --key 1 C.blic", "stat C.blic", "explain C.blic --html page.html",
        "verify C.blic", "head C.blic", "tail C.blic", "sample C.blic", "schema C.blic", "unpack C.blic -o out.ndjson", "unpack C.blic --where $.id=1 -o out.ndjson", "query C.blic",
        "query C.blic --select $.tags", "query C.blic --order-by $.id", "query C.blic --unnest $.tags[*] --count", "query C.blic --group-by $.tags[*]", "query C.blic --distinct $.tags[*]",
        "update C.blic --all --set $.size=1", "update C.blic --all --set $.others=$.tags", "update C.blic --all --patch patch.json", "delete C.blic --where $.tags[0]='x'", "merge C.blic --replace -o new.blic", "compact C.blic", "backup C.blic --replace -o new.blic",
        "recover C.blic --replace -o new.blic", "diff C.blic C.blic");

    /// <summary>Commands that accept no documents: their input is for another tool, or they have no input.</summary>
    private static readonly string[] s_others = ["export", "import", "sql", "completion", "man"];

    public void Dispose() => _folder.Dispose();

    [Theory]
    [MemberData(nameof(Lines))]
    public async Task A_command_accepts_a_repetitive_document_from_a_file(string line)
    {
        foreach (var layout in line.Contains("C.blic", StringComparison.Ordinal) ? ["rows", "columns", "hybrid"] : (string[])["none"])
        {
            if (layout != "none")
            {
                var packed = await CommandRun.Of("pack", _folder["a.json"], "--replace", "--layout", layout, "--key", "$.id", "-o", _folder["C.blic"]);
                Assert.True(packed.ExitCode == ExitCode.Done, packed.Error);
            }

            var run = await CommandRun.Of([.. line.Split(' ').Select(word => IsFile(word) ? _folder[word] : word)]);

            Assert.True(run.ExitCode == ExitCode.Done, $"{layout}: {run.Error}");
        }
    }

    [Theory]
    [InlineData("to-json")]
    [InlineData("get $")]
    [InlineData("head")]
    public async Task A_repetitive_document_from_a_pipe_is_limited_unless_an_option_raises_the_limit(string line)
    {
        var limited = await FromPipeAsync(line);
        var raised = await FromPipeAsync(line + " --max-expansion 10000000");

        Assert.True(limited.ExitCode == ExitCode.BadData, limited.Error);
        Assert.True(raised.ExitCode == ExitCode.Done, raised.Error);
    }

    /// <summary>These commands do not write the text of a whole document.</summary>
    [Theory]
    [InlineData("verify")]
    [InlineData("schema")]
    [InlineData("diff a.json")]
    public async Task A_command_that_writes_no_documents_accepts_a_repetitive_document_from_a_pipe(string line)
    {
        var run = await FromPipeAsync(line);

        Assert.True(run.ExitCode == ExitCode.Done, run.Error);
    }

    [Fact]
    public void Every_command_that_accepts_documents_is_tested()
    {
        var tested = Lines.Select(row => row.Data.Split(' ')[0]).Distinct().Order();

        Assert.Equal(BlittableCommand.Names.Except(s_others).Order(), tested);
    }

    private Task<CommandRun> FromPipeAsync(string line) =>
        CommandRun.WithInput(_folder.Read("a.blit"), [.. line.Split(' ').Select(word => IsFile(word) ? _folder[word] : word), "-"]);

    private static bool IsFile(string word) =>
        (word.EndsWith("json", StringComparison.Ordinal) && word != "to-json") || word is "d" or "page.html" || word.Contains(".bli", StringComparison.Ordinal);
}
