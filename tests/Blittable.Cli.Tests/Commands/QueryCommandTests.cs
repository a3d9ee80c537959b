using Blittable.Collections;

namespace Blittable.Cli.Tests.Commands;

public sealed class QueryCommandTests : IDisposable
{
    private readonly ScratchFolder _folder = new();
    private readonly string _collection;

    public QueryCommandTests()
    {
        _collection = _folder["shop.blic"];
        using var writer = CollectionWriter.Create(_collection);
        foreach (var document in (string[])
            [
                """{"id":1,"country":"DE","price":2.50,"count":2,"tags":["new","old, worn"]}""",
                """{"id":2,"country":"FR","price":1.25,"count":4,"tags":[]}""",
                """{"id":3,"country":"DE","price":10.00,"count":1}""",
            ])
        {
            writer.Add(System.Text.Encoding.UTF8.GetBytes(document));
        }

        writer.Commit();
    }

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Groups_are_summed_in_order()
    {
        var run = await CommandRun.Of(
            "query", _collection, "--group-by", "$.country", "--count", "--sum", "$.price*$.count", "--order-by", "-count", "--format", "csv");

        Assert.Equal(ExitCode.Done, run.ExitCode);
        Assert.Equal("$.country,count,sum($.price * $.count)\nDE,2,15.00\nFR,1,5.00\n", run.OutputText);
        Assert.Empty(run.Error);
    }

    [Fact]
    public async Task Documents_that_are_objects_are_no_groups()
    {
        var run = await CommandRun.Of("query", _collection, "--group-by", "$", "--count");

        Assert.Equal(ExitCode.BadData, run.ExitCode);
        Assert.Contains("Expected scalars at '$' to group by, found objects and arrays only.", run.Error, StringComparison.Ordinal);
        Assert.Empty(run.OutputText);
    }

    [Fact]
    public async Task Rows_are_selected_as_objects_a_line()
    {
        var run = await CommandRun.Of(
            "query", _collection, "--where", "$.price>=2", "--where", "$.country = DE", "--select", "$.id", "--select", "$.tags", "--format", "json");

        Assert.Equal("{\"$.id\":1,\"$.tags\":[\"new\",\"old, worn\"]}\n{\"$.id\":3,\"$.tags\":null}\n", run.OutputText);
    }

    [Theory]
    [InlineData("$.tags contains new", "1")]
    [InlineData("$.tags contains [\"old, worn\"]", "1")]
    [InlineData("$.tags exists", "2")]
    [InlineData("$['country'] starts-with D", "2")]
    [InlineData("$.country != \"DE\"", "1")]
    [InlineData("$.price < 2.5", "1")]
    [InlineData("$.price <= 2.5", "2")]
    public async Task Filters_are_typed_as_people_write_them(string filter, string count)
    {
        var run = await CommandRun.Of("query", _collection, "--where", filter, "--format", "csv");

        Assert.Equal($"count\n{count}\n", run.OutputText);
    }

    [Fact]
    public async Task People_get_a_table()
    {
        var run = await CommandRun.Of(
            "query", _collection, "--percentile", "0.5:$.price", "--average", "$.price", "--min", "$.id", "--max", "$.id", "--distinct", "$.country");

        Assert.Equal(ExitCode.Done, run.ExitCode);
        Assert.Contains("percentile 0.5($.price)", run.OutputText, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--where", "$.price")]
    [InlineData("--where", "$.price 5")]
    [InlineData("--where", "$.price >=")]
    [InlineData("--where", "$.country starts-with ")]
    [InlineData("--where", "$.price < [1]")]
    [InlineData("--percentile", "2:$.price")]
    [InlineData("--distinct", "$.price*$.count")]
    [InlineData("--sum", "")]
    [InlineData("--sum", "$.price*")]
    [InlineData("--select", "price")]
    [InlineData("--limit", "-1")]
    [InlineData("--limit", "ten")]
    [InlineData("--workers", "0")]
    [InlineData("--order-by", "count")]
    [InlineData("--format", "1")]
    public Task A_query_that_cannot_be_read_is_misuse(string option, string value) =>
        IsRefused(ExitCode.Usage, option, value);

    [Theory]
    [InlineData("--limit", "ten", "blittable: 'ten' is no value of '--limit', which takes a whole number of at least 0.\n")]
    [InlineData("--workers", "0", "blittable: '0' is no value of '--workers', which takes a whole number of at least 1.\n")]
    public async Task A_number_that_is_none_is_told_in_words(string option, string value, string message)
    {
        var run = await CommandRun.Of("query", _collection, option, value);

        Assert.StartsWith(message, run.Error.ReplaceLineEndings("\n"), StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_standard_input_cannot_be_asked()
    {
        var run = await CommandRun.Of("query", "-");

        Assert.Equal(ExitCode.Usage, run.ExitCode);
    }

    [Theory]
    [InlineData("--where", "$.prize > 5")]
    [InlineData("--sum", "$.country")]
    public Task A_query_that_the_collection_cannot_answer_is_refused(string option, string value) =>
        IsRefused(ExitCode.BadData, option, value);

    private async Task IsRefused(ExitCode expected, string option, string value)
    {
        var run = await CommandRun.Of("query", _collection, option, value);

        Assert.Equal(expected, run.ExitCode);
        Assert.NotEmpty(run.Error);
        Assert.Empty(run.Output);
    }
}
