using System.Text.Json;

namespace Blittable.Cli.Tests;

public sealed class BenchCommandTests : IDisposable
{
    private static readonly string[] s_forms =
        ["JSON", "memory mode", "memory mode, dictionary", "disk mode", "disk mode, dictionary"];

    private readonly ScratchFolder _folder = new();

    [Fact]
    public async Task Every_form_of_each_file_is_compared()
    {
        var one = _folder.Write("one.json", """{"name":"a","list":[1,2.5,{"date":"2026-11-25"}],"nothing":null}""");
        var many = _folder.Write("many.ndjson", "{\"id\":1,\"text\":\"one and two\"}\n\n{\"id\":2,\"text\":\"one and three\"}\n");

        var run = await CommandRun.Of("bench", one, many, "--json", "--time", "1");

        Assert.Equal((ExitCode.Done, ""), (run.ExitCode, run.Error));
        using var json = JsonDocument.Parse(run.Output);
        Assert.Equal([one, many], json.RootElement.EnumerateArray().Select(file => file.GetProperty("file").GetString()));
        Assert.Equal([1, 2], json.RootElement.EnumerateArray().Select(file => file.GetProperty("documents").GetInt32()));
        foreach (var file in json.RootElement.EnumerateArray())
        {
            Assert.Equal(s_forms, file.GetProperty("forms").EnumerateArray().Select(form => form.GetProperty("form").GetString()));
            Assert.Equal(3 * file.GetProperty("documents").GetInt32(), file.GetProperty("paths").GetInt32());
        }
    }

    [Fact]
    public async Task Sizes_equal_those_of_the_documents_that_convert_writes()
    {
        var file = _folder.Write("one.json", """{"name":"a","list":[1,2.5,{"date":"2026-11-25"}],"nothing":null}""");
        await CommandRun.Of("convert", file, "--output", _folder["memory.blit"]);
        await CommandRun.Of("convert", file, "--mode", "disk", "--output", _folder["disk.blit"]);

        var run = await CommandRun.Of("bench", file, "--json", "--time", "1");

        using var json = JsonDocument.Parse(run.Output);
        var forms = json.RootElement[0].GetProperty("forms");
        Assert.Equal(new FileInfo(file).Length, forms[0].GetProperty("bytes").GetInt64());
        Assert.Equal(_folder.Read("memory.blit").Length, forms[1].GetProperty("bytes").GetInt64());
        Assert.Equal(_folder.Read("disk.blit").Length, forms[3].GetProperty("bytes").GetInt64());
        Assert.True(forms[2].GetProperty("dictionaryBytes").GetInt64() > 0);
        Assert.True(forms[2].GetProperty("bytes").GetInt64() > forms[2].GetProperty("dictionaryBytes").GetInt64());
    }

    [Fact]
    public async Task The_table_has_a_row_for_each_form_and_explains_its_columns()
    {
        var run = await CommandRun.Of("bench", _folder.Write("one.json", "[1,2,3]"), "--time", "1");

        Assert.Equal((ExitCode.Done, ""), (run.ExitCode, run.Error));
        Assert.All(s_forms, form => Assert.Matches(@$"(?m)^ *{form} +\d+ +\d+\.\d{{3}} +[\d.]+ ms +[\d.]+ +[\d,.]+ ns +[\d.]+ +[\d.]+ ms +[\d.]+ +[\d,.]+ k?B +[\d,.]+ k?B *$", run.OutputText));
        Assert.Matches(@"(?m)^ *JSON +7 +1\.000 ", run.OutputText);
        Assert.Contains("speed relative to JsonDocument", run.OutputText, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_file_that_is_not_JSON_is_named_and_the_other_files_are_measured()
    {
        var bad = _folder.Write("bad.json", "{\"a\":}");
        var good = _folder.Write("good.json", "{\"a\":1}");

        var run = await CommandRun.Of("bench", bad, good, "--json", "--time", "1");

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.StartsWith($"blittable: {bad}: ", run.Error, StringComparison.Ordinal);
        using var json = JsonDocument.Parse(run.Output);
        Assert.Equal(good, Assert.Single(json.RootElement.EnumerateArray()).GetProperty("file").GetString());
    }

    [Fact]
    public async Task A_line_that_is_not_JSON_is_reported_with_its_number()
    {
        var run = await CommandRun.Of("bench", _folder.Write("bad.ndjson", "{\"a\":1}\n{\"a\":\n"), "--time", "1");

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Contains("line 2", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Only_the_first_documents_are_read_and_measured()
    {
        var input = _folder.Write("lines.ndjson", "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n{not read\n");

        var run = await CommandRun.Of("bench", input, "--limit", "2", "--json", "--time", "1");

        Assert.Equal(ExitCode.Done, run.ExitCode);
        Assert.Contains("measured the first 2 documents of the input, 14 B; '--limit' sets another number", run.Error, StringComparison.Ordinal);
        using var json = JsonDocument.Parse(run.Output);
        Assert.Equal(2, json.RootElement[0].GetProperty("documents").GetInt32());
        Assert.Equal(14, json.RootElement[0].GetProperty("forms")[0].GetProperty("bytes").GetInt32());
    }

    [Fact]
    public async Task A_limit_of_all_documents_is_not_mentioned()
    {
        var run = await CommandRun.Of("bench", _folder.Write("lines.ndjson", "{\"a\":1}\n{\"a\":2}\n\n"), "--limit", "2", "--json", "--time", "1");

        Assert.Equal((ExitCode.Done, ""), (run.ExitCode, run.Error));
    }

    [Fact]
    public async Task A_file_without_documents_is_an_error()
    {
        var run = await CommandRun.Of("bench", _folder.Write("empty.ndjson", "\n"), "--time", "1");

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Contains("The input contains no documents.", run.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("")]
    [InlineData("\"\\ud800\"")]
    public async Task A_text_that_cannot_be_compared_is_reported_with_one_line(string text)
    {
        var run = await CommandRun.Of("bench", _folder.Write("bad.json", text), "--time", "1");

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Single(run.Error.Split('\n', StringSplitOptions.RemoveEmptyEntries));
    }

    [Fact]
    public async Task A_JSON_file_of_many_lines_is_read_as_many_documents()
    {
        var run = await CommandRun.Of("bench", _folder.Write("lines.json", "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n"), "--json", "--time", "1");

        using var json = JsonDocument.Parse(run.Output);
        Assert.Equal(3, json.RootElement[0].GetProperty("documents").GetInt32());
    }

    [Fact]
    public async Task Each_ratio_has_an_interval_and_the_table_has_a_verdict()
    {
        var file = _folder.Write("one.json", "[1,2,3]");

        var run = await CommandRun.Of("bench", file, "--json", "--time", "1");
        var table = await CommandRun.Of("bench", file, "--time", "1");

        using var json = JsonDocument.Parse(run.Output);
        foreach (var ratio in json.RootElement[0].GetProperty("forms").EnumerateArray().Select(form => form.GetProperty("convertTimesAsFast")))
        {
            Assert.InRange(ratio.GetProperty("median").GetDouble(), ratio.GetProperty("low").GetDouble(), ratio.GetProperty("high").GetDouble());
        }

        Assert.Matches("convert: (.* times as (fast|long)|as fast|too noisy to tell) \\(", table.OutputText);
    }

    [Theory]
    [InlineData(2, 1.9, 2.1, "2.0 times as fast (1.9 to 2.1)")]
    [InlineData(0.5, 0.4, 0.5, "takes 2.0 times as long (2.0 to 2.5)")]
    [InlineData(1.2, 0.9, 1.6, "too noisy to tell (0.9 to 1.6); a longer --time may help")]
    [InlineData(3, 2, 4, "too noisy to tell (2.0 to 4.0); a longer --time may help")]
    [InlineData(1, 0.98, 1.02, "as fast (0.98 to 1.02)")]
    public void The_verdict_follows_from_the_ratio_and_its_interval(double ratio, double low, double high, string verdict) =>
        Assert.Equal(verdict, new BenchTiming(1, ratio, low, high).Verdict());

    [Fact]
    public void The_interval_covers_both_passes()
    {
        var json = Enumerable.Repeat(100.0, 100).ToList();
        List<double> first = [.. Enumerable.Range(0, 100).Select(i => 50.0 + (i % 3))], second = [.. Enumerable.Range(0, 100).Select(i => 25.0 + (i % 3))];

        var timing = BenchTiming.Of([(first, json), (second, json)]);

        Assert.InRange(timing.Low, 1.9, 2);
        Assert.InRange(timing.High, 3.7, 4);
    }

    public void Dispose() => _folder.Dispose();
}
