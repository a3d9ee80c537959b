namespace Blittable.Cli.Tests.Files;

public sealed class InputExpansionTests : IDisposable
{
    private readonly ScratchFolder _folder = new();

    public InputExpansionTests()
    {
        foreach (var name in (string[])["a.json", "b.ndjson", "c.txt", "x/d.json", "x/y/e.JSON", "x/y/f1.json", "x/y/f2.json", ".hidden/g.json"])
        {
            _folder.Write(name, "0");
        }
    }

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("", "a.json b.ndjson x/d.json x/y/e.JSON x/y/f1.json x/y/f2.json")]
    [InlineData("x", "d.json y/e.JSON y/f1.json y/f2.json")]
    [InlineData("*", "a.json b.ndjson c.txt")]
    [InlineData("*.json", "a.json")]
    [InlineData("**/*.json", "a.json x/d.json x/y/f1.json x/y/f2.json")]
    [InlineData("x/**", "d.json y/e.JSON y/f1.json y/f2.json")]
    [InlineData("x/**/y/f?.json", "y/f1.json y/f2.json")]
    [InlineData("?/*/f1.json", "x/y/f1.json")]
    [InlineData("c.txt", "c.txt")]
    public void Folders_and_patterns_expand_to_their_files_in_order(string pattern, string names)
    {
        var files = InputExpansion.Expand([_folder[pattern]], [".json", ".ndjson"]);

        Assert.Equal(names.Split(' '), files.Select(file => file.Name.Replace('\\', '/')));
        Assert.All(files, file => Assert.True(File.Exists(file.Path)));
    }

    [Fact]
    public void Links_to_files_are_files_even_if_missing_and_links_to_folders_are_not_followed()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Links need rights there.");
        File.CreateSymbolicLink(_folder["x/link.json"], _folder["c.txt"]);
        File.CreateSymbolicLink(_folder["x/gone.json"], _folder["gone"]);
        Directory.CreateSymbolicLink(_folder["x/loop"], _folder.Path);

        foreach (var pattern in (string[])["x", "x/**/*.json"])
        {
            Assert.Equal(
                ["d.json", "gone.json", "link.json", "y/f1.json", "y/f2.json"],
                InputExpansion.Expand([_folder[pattern]], [".json"]).Select(file => file.Name).Where(name => name != "y/e.JSON"));
        }
    }

    [Fact]
    public void Compressed_files_in_folders_are_read_by_commands_that_read_JSON()
    {
        foreach (var name in (string[])["p.json.gz", "q.ndjson.zst", "r.JSONL.br", "s.txt.gz", "t.gz"])
        {
            _folder.Write($"z/{name}", "0");
        }

        Assert.Equal(["p.json.gz", "q.ndjson.zst", "r.JSONL.br"], InputExpansion.Expand([_folder["z"]], TextInput.Extensions).Select(file => file.Name));
        var error = Assert.Throws<FileNotFoundException>(() => InputExpansion.Expand([_folder["z"]], [".json"]));
        Assert.Contains("with these extensions: .json.", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_file_specified_twice_is_read_once()
    {
        var files = InputExpansion.Expand([_folder["a.json"], _folder["*.json"], _folder["x/../a.json"]], [".json"]);

        Assert.Equal([_folder["a.json"]], files.Select(file => file.Path));
    }

    [Fact]
    public void An_existing_file_whose_name_looks_like_a_pattern_is_not_expanded()
    {
        _folder.Write("odd*.json", "0");
        _folder.Write("odder.json", "0");

        Assert.Equal(["odd*.json"], InputExpansion.Expand([_folder["odd*.json"]], [".json"]).Select(file => file.Name));
    }

    [Theory]
    [InlineData("none.json")]
    [InlineData("*.none")]
    [InlineData("none/*.json")]
    public void An_input_without_files_is_named(string pattern)
    {
        var error = Assert.Throws<FileNotFoundException>(() => InputExpansion.Expand([_folder[pattern]], [".json"]));

        Assert.Contains(pattern, error.Message, StringComparison.Ordinal);
    }
}
