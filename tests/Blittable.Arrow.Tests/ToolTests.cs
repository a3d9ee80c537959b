using System.Diagnostics;
using System.Text;
using Blittable.Arrow.Tool;
using Blittable.Cli;
using Blittable.Cli.Tests;
using Blittable.Collections;

namespace Blittable.Arrow.Tests;

/// <summary>Tests the commands <c>export</c>, <c>import</c> and <c>sql</c>.</summary>
public sealed class ToolTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("blittable-arrow-").FullName;

    public ToolTests()
    {
        using var writer = CollectionWriter.Create(InFolder("shop.blic"));
        for (var id = 0; id < 50; id++)
        {
            writer.Add(Encoding.UTF8.GetBytes($$"""{"id":{{id}},"tags":["t{{id % 3}}"]}"""));
        }

        writer.Commit();
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Fact]
    public async Task A_collection_round_trips_through_a_Parquet_file()
    {
        var exported = await RunAsync("export", InFolder("shop.blic"));
        var imported = await RunAsync("import", InFolder("shop.parquet"), "-o", InFolder("again.blic"), "--key", "id");

        Assert.Equal((ExitCode.Done, ExitCode.Done), (exported.Code, imported.Code));
        Assert.Contains("50 documents", exported.Error, StringComparison.Ordinal);
        using var reader = CollectionReader.Open(InFolder("again.blic"));
        Assert.Equal(50, reader.Count);
        Assert.Equal("""{"id":7,"tags":["t1"]}""", reader.Find(7)!.Root.ToJson());
    }

    [Fact]
    public async Task An_Arrow_file_is_exported_in_batches_of_the_requested_size()
    {
        var run = await RunAsync("export", InFolder("shop.blic"), "-o", InFolder("shop.arrow"), "--batch-rows", "20");

        Assert.Equal(ExitCode.Done, run.Code);
        using var reader = new Apache.Arrow.Ipc.ArrowFileReader(File.OpenRead(InFolder("shop.arrow")));
        Assert.Equal(3, await reader.RecordBatchCountAsync());
    }

    [Fact]
    public async Task A_collection_is_exported_to_a_folder_of_partitions()
    {
        var run = await RunAsync("export", InFolder("shop.blic"), "-o", InFolder("parts"), "--partition-by", "tags[0]", "--order-by", "id");

        Assert.Equal(ExitCode.Done, run.Code);
        Assert.Equal(["tags_0=t0", "tags_0=t1", "tags_0=t2"], Directory.GetDirectories(InFolder("parts")).Select(Path.GetFileName).Order());
    }

    [Fact]
    public async Task Partitions_that_cannot_be_written_are_removed()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "The test limits the size of files with a shell.");
        var tool = Path.Combine(AppContext.BaseDirectory, "blittable-arrow.dll");

        // No file can have any bytes, so the rest of the buffers cannot be written when the files are closed. The runtime's executable mappings are files, too,
        // unless they are disabled.
        var shown = await BuiltCommand.Bash(
            $"trap '' XFSZ; export DOTNET_EnableWriteXorExecute=0; (ulimit -f 0; dotnet '{tool}' export shop.blic -o parts --partition-by 'tags[0]' 2>&1; echo \"code $?\") | cat; find parts -type f",
            _folder);

        Assert.Contains("/data.parquet' exceeds", shown, StringComparison.Ordinal);
        Assert.Contains("exceeds the maximum file size", shown, StringComparison.Ordinal);
        Assert.EndsWith("code 3\n", shown, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_collection_is_exported_with_a_schema_from_a_text_or_a_file()
    {
        var text = await RunAsync("export", InFolder("shop.blic"), "--schema", "id UTINYINT NOT NULL, tags VARCHAR[]");
        var file = await RunAsync("export", InFolder("shop.blic"), "--schema", InFolder("shop.parquet"), "-o", InFolder("again.parquet"));
        var types = await RunAsync("sql", $"SELECT typeof(id) AS id, typeof(tags) AS tags, count(*) AS n FROM '{InFolder("again.parquet")}' GROUP BY ALL");

        Assert.Equal((ExitCode.Done, ExitCode.Done), (text.Code, file.Code));
        Assert.Equal("""{"id":"UTINYINT","tags":"VARCHAR[]","n":50}""" + "\n", types.Output);
    }

    [Fact]
    public async Task A_column_that_no_document_has_causes_a_warning()
    {
        var run = await RunAsync("export", InFolder("shop.blic"), "--schema", "ID INTEGER, tags VARCHAR[]");
        var both = await RunAsync("export", InFolder("shop.blic"), "--schema", "id INTEGER", "--distinguish-nulls");

        Assert.Equal((ExitCode.Done, ExitCode.Usage), (run.Code, both.Code));
        Assert.Contains("""$["ID"]""", run.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("tags", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Values_that_do_not_fit_a_schema_are_refused_or_listed()
    {
        var refused = await RunAsync("export", InFolder("shop.blic"), "--schema", "id INTEGER, tags INTEGER[]");
        var replaced = await RunAsync("export", InFolder("shop.blic"), "--schema", "id INTEGER, tags INTEGER[]", "--unfit-as-null");

        Assert.Equal((ExitCode.BadData, ExitCode.Done), (refused.Code, replaced.Code));
        Assert.Contains("Column 'tags.item' of type int32 cannot store the value \"t0\" in row 0", refused.Error.ReplaceLineEndings(" "), StringComparison.Ordinal);
        Assert.Contains("nulls in place of 50 values of column 'tags.item'", replaced.Error.ReplaceLineEndings(" "), StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_command_sql_writes_JSON_lines_or_a_collection()
    {
        var lines = await RunAsync("sql", "SELECT tags->>'$[0]' AS tag, count(*) AS n, max(id) + 0.5 AS most FROM shop GROUP BY tag ORDER BY tag", InFolder("shop.blic"));
        var rows = await RunAsync("sql", "SELECT * FROM shop a JOIN shop b ON a.id = b.id + 48", InFolder("shop.blic"), "-o", InFolder("rows.blic"));

        Assert.Equal((ExitCode.Done, ExitCode.Done), (lines.Code, rows.Code));
        Assert.Equal("""{"tag":"t0","n":17,"most":48.5}""" + "\n" + """{"tag":"t1","n":17,"most":49.5}""" + "\n" + """{"tag":"t2","n":16,"most":47.5}""" + "\n", lines.Output);
        using var reader = CollectionReader.Open(InFolder("rows.blic"));
        Assert.Equal(
            ["""{"id":48,"tags":["t0"],"id_1":0,"tags_1":["t0"]}""", """{"id":49,"tags":["t1"],"id_1":1,"tags_1":["t1"]}"""],
            Blittable.Collections.Tests.CollectionFile.ReadAll(reader).Order());
    }

    [Fact]
    public async Task The_command_sql_adds_the_whole_document_only_on_request()
    {
        var without = await RunAsync("sql", "SELECT * FROM shop WHERE id = 7", InFolder("shop.blic"));
        var with = await RunAsync("sql", "SELECT * FROM shop WHERE id = 7", InFolder("shop.blic"), "--document");

        Assert.Equal("""{"id":7,"tags":["t1"]}""" + "\n", without.Output);
        Assert.Equal("""{"id":7,"tags":["t1"],"document":{"id":7,"tags":["t1"]}}""" + "\n", with.Output);
    }

    [Theory]
    [InlineData("shop.blic")]
    [InlineData("Shop.blic")]
    public async Task The_command_sql_refuses_collections_whose_tables_have_one_name(string name)
    {
        var other = Path.Combine(Directory.CreateDirectory(InFolder("other")).FullName, name);
        File.Copy(InFolder("shop.blic"), other);

        var run = await RunAsync("sql", "SELECT count(*) FROM shop", InFolder("shop.blic"), other);

        Assert.Equal((ExitCode.Usage, ""), (run.Code, run.Output));
        Assert.Contains(InFolder("shop.blic"), run.Error.ReplaceLineEndings(""), StringComparison.Ordinal);
        Assert.Contains(other, run.Error.ReplaceLineEndings(""), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("export shop.blic -o shop.csv", (int)ExitCode.Usage, "use '.parquet' or '.arrow'")]
    [InlineData("export shop.blic -o none/shop.parquet", (int)ExitCode.Usage, "use '--parents' to create it")]
    [InlineData("export missing.blic", (int)ExitCode.InputOutput, "missing.blic")]
    [InlineData("export shop.blic --schema id", (int)ExitCode.Usage, "position 2 of the schema")]
    [InlineData("export shop.blic --schema shop.blic", (int)ExitCode.Usage, "is not a Parquet file")]
    [InlineData("export shop.blic --schema none.parquet", (int)ExitCode.InputOutput, "none.parquet")]
    [InlineData("export shop.blic --unfit-as-null", (int)ExitCode.Usage, "requires '--schema'")]
    [InlineData("import shop.blic", (int)ExitCode.Usage, "shop.blic")]
    [InlineData("import shop.blic -o other.blic", (int)ExitCode.BadData, "The file cannot be read")]
    [InlineData("sql SELEC shop.blic", (int)ExitCode.Usage, "syntax error")]
    [InlineData("sql SELECT.nothing shop.blic", (int)ExitCode.Usage, "rror")]
    [InlineData("sql SELECT.1 shop.blic -o -", (int)ExitCode.Usage, "specify a seekable file")]
    [InlineData("sql SELECT.1 shop.blic -o /dev/null --replace", (int)ExitCode.Usage, "specify a seekable file")]
    [InlineData("import shop.blic -o -", (int)ExitCode.Usage, "specify a seekable file")]
    [InlineData("export shop.blic -o - --partition-by id", (int)ExitCode.Usage, "must be a folder")]
    [InlineData("export shop.blic -o shop.blic --partition-by id", (int)ExitCode.Usage, "must be a folder")]
    [InlineData("sql SELECT.1 shop.blic -o out.parquet", (int)ExitCode.Usage, "extension of another format")]
    [InlineData("exprot shop.blic", (int)ExitCode.Usage, "export")]
    public async Task Invalid_commands_fail_with_a_message(string line, int code, string message)
    {
        var run = await RunAsync([.. line.Split(' ').Select(word => word.Contains('.', StringComparison.Ordinal) ? InFolder(word) : word)]);

        Assert.Equal((ExitCode)code, run.Code);
        Assert.Contains(message, run.Error.ReplaceLineEndings(" "), StringComparison.Ordinal);
        Assert.Equal([InFolder("shop.blic")], Directory.GetFiles(_folder));
    }

    [Fact]
    public async Task An_input_is_not_replaced_under_another_name()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "Links need rights there.");
        var before = await File.ReadAllBytesAsync(InFolder("shop.blic"), TestContext.Current.CancellationToken);
        Directory.CreateSymbolicLink(InFolder("linked"), _folder);
        foreach (string[] line in (string[][])[["sql", "SELECT 1"], ["import"]])
        {
            var run = await RunAsync([.. line, InFolder("shop.blic"), "-o", Path.Combine(InFolder("linked"), "shop.blic"), "--replace"]);

            Assert.Equal(ExitCode.Usage, run.Code);
            Assert.Contains("would overwrite the input", run.Error, StringComparison.Ordinal);
        }

        Assert.Equal(before, await File.ReadAllBytesAsync(InFolder("shop.blic"), TestContext.Current.CancellationToken));
    }

    [Theory]
    [InlineData("SELECT * FROM read_csv('missing.csv')", (int)ExitCode.InputOutput)]
    [InlineData("SELECT 'x'::INTEGER FROM shop", (int)ExitCode.BadData)]
    [InlineData("SELECT nothing FROM shop", (int)ExitCode.Usage)]
    public async Task The_exit_code_of_a_query_names_the_cause_of_its_failure(string sql, int code) =>
        Assert.Equal((ExitCode)code, (await RunAsync("sql", sql, InFolder("shop.blic"))).Code);

    [Fact]
    public async Task The_command_finds_the_tool_on_the_search_path_or_explains_how_to_install_it()
    {
        var tools = Path.GetDirectoryName(typeof(ArrowCommand).Assembly.Location)!;
        var found = await RunProcessAsync(tools, "export", InFolder("shop.blic"), "-o", InFolder("found.parquet"));
        var missing = await RunProcessAsync("", "export", InFolder("shop.blic"));

        Assert.Equal(0, found.Code);
        Assert.True(File.Exists(InFolder("found.parquet")));
        Assert.Equal((int)ExitCode.Usage, missing.Code);
        Assert.Contains("dotnet tool install --global Blittable.Arrow.Tool", missing.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("import", "shop.arrow", "-o", "out.blic")]
    [InlineData("import", "out.arrow")]
    [InlineData("sql", "SELECT id FROM shop", "shop.blic", "-o", "out.blic")]
    public async Task An_existing_collection_is_replaced_only_on_request(params string[] arguments)
    {
        await RunAsync("export", InFolder("shop.blic"), "-o", InFolder("shop.arrow"));
        File.Copy(InFolder("shop.arrow"), InFolder("out.arrow"));
        File.WriteAllText(InFolder("out.blic"), "precious");
        string[] line = [.. arguments.Select(argument => argument.Contains('.', StringComparison.Ordinal) ? InFolder(argument) : argument)];

        Assert.Equal(ExitCode.Usage, (await RunAsync(line)).Code);
        Assert.Equal("precious", File.ReadAllText(InFolder("out.blic")));
        Assert.Equal(ExitCode.Done, (await RunAsync([.. line, "--replace"])).Code);
        using var reader = CollectionReader.Open(InFolder("out.blic"));
        Assert.Equal((50, 7), (reader.Count, reader.Get(7).Root.GetProperty("id").GetInt32()));
    }

    [Fact]
    public async Task The_command_describes_the_options_of_the_tool_even_if_it_is_not_installed()
    {
        var help = await RunProcessAsync("", "export", "--help");

        Assert.Equal(0, help.Code);
        Assert.Contains("--partition-by", help.Output, StringComparison.Ordinal);
        Assert.Contains("dotnet tool install --global Blittable.Arrow.Tool", help.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void The_command_and_the_tool_have_the_same_arguments_and_options()
    {
        var streams = new CommandStreams(Stream.Null, Stream.Null, TextWriter.Null);
        foreach (var command in ArrowCommand.CreateRoot(streams).Subcommands)
        {
            var described = BlittableCommand.CreateRoot([], streams).Subcommands.Single(known => known.Name == command.Name);

            Assert.Equal(command.Options.Select(Describe), described.Options.Select(Describe));
            Assert.Equal(command.Arguments.Select(argument => (argument.Name, argument.Description)), described.Arguments.Select(argument => (argument.Name, argument.Description)));
        }

        static (string, string?, string?) Describe(System.CommandLine.Option option) => (option.Name, option.HelpName, option.Description);
    }

    [Fact]
    public async Task A_CSV_file_is_imported_by_a_query()
    {
        await File.WriteAllTextAsync(InFolder("cities.csv"), "id,city\n1,Rome\n", TestContext.Current.CancellationToken);

        var refused = await RunAsync("import", InFolder("cities.csv"));
        var imported = await RunAsync("sql", $"from '{InFolder("cities.csv")}'", "--output", InFolder("cities.blic"));

        Assert.Equal((ExitCode.Usage, ExitCode.Done), (refused.Code, imported.Code));
        Assert.Contains($"blittable sql \"from '{InFolder("cities.csv")}'\" --output", refused.Error, StringComparison.Ordinal);
        using var reader = CollectionReader.Open(InFolder("cities.blic"));
        Assert.Equal("""{"id":1,"city":"Rome"}""", reader.Get(0).Root.ToJson());
    }

    [Theory]
    [InlineData("--document")]
    [InlineData("--nested-as-json")]
    public async Task An_option_for_collections_is_refused_without_collections(string option)
    {
        var run = await RunAsync("sql", "SELECT 1", option);

        Assert.Equal((ExitCode.Usage, ""), (run.Code, run.Output));
        Assert.Contains($"'{option}' applies to collections", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_command_passes_a_file_that_looks_like_an_option_after_two_dashes()
    {
        var run = await RunProcessAsync(Path.GetDirectoryName(typeof(ArrowCommand).Assembly.Location)!, "export", "--", "--no-such-file.blic");

        Assert.Equal((int)ExitCode.InputOutput, run.Code);
        Assert.Contains("--no-such-file.blic", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Each_option_of_the_tool_occurs_in_an_example()
    {
        var root = ArrowCommand.CreateRoot(new CommandStreams(Stream.Null, Stream.Null, TextWriter.Null));
        foreach (var command in root.Subcommands)
        {
            var words = CommandExamples.Of(command).SelectMany(line => line.Split(' ')).ToHashSet();
            Assert.Empty(command.Options.Where(option => !option.Aliases.Append(option.Name).Any(words.Contains)).Select(option => $"{command.Name} {option.Name}"));
        }
    }

    private string InFolder(string name) => Path.Combine(_folder, name);

    private static async Task<(ExitCode Code, string Error, string Output)> RunAsync(params string[] arguments)
    {
        await using var error = new StringWriter();
        using var output = new MemoryStream();
        var code = await ArrowCommand.RunAsync(arguments, new CommandStreams(new MemoryStream(), output, error), TestContext.Current.CancellationToken);
        return ((ExitCode)code, error.ToString(), Encoding.UTF8.GetString(output.ToArray()));
    }

    /// <summary>Runs the command as a program that is not located in the folder of the tool.</summary>
    private async Task<(int Code, string Error, string Output)> RunProcessAsync(string path, params string[] arguments)
    {
        var start = new ProcessStartInfo("dotnet", ["exec", typeof(CommandStreams).Assembly.Location, .. arguments]) { RedirectStandardError = true, RedirectStandardOutput = true };
        start.Environment["PATH"] = path;
        start.Environment["HOME"] = _folder;
        using var process = Process.Start(start)!;
        var output = process.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        var error = await process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        return (process.ExitCode, error, await output);
    }
}
