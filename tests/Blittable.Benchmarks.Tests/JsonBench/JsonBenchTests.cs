using Blittable.Benchmarks.Collections;
using Blittable.Benchmarks.Harness;
using Blittable.Benchmarks.JsonBench;
using Blittable.Benchmarks.Questions;

namespace Blittable.Benchmarks.Tests.JsonBench;

/// <summary>The questions of JSONBench have the same answers in a collection and in each form of DuckDB.</summary>
public sealed class JsonBenchTests
{
    private const int Rows = 2000;

    /// <summary>Two thousand events cover more than a day, so that there are groups for all hours.</summary>
    private const int Microseconds = 60_000_000;

    [Theory]
    [InlineData(Microseconds)]
    [InlineData(840)]
    public void Answers_are_equal(int microseconds) => Assert.Empty(JsonBenchAnswers.Differences(JsonBenchQuestions.All, new JsonBenchFiles(Rows, microseconds)));

    [Fact]
    public void Questions_have_as_many_rows_as_they_ask_for()
    {
        using var database = DuckDbTable.Open(new JsonBenchFiles(Rows, Microseconds).Database(JsonBenchForm.Json));
        int[] rows = [.. JsonBenchQuestions.All.Select(question => database.Ask(question.Sql(JsonBenchForm.Json)).Count)];
        Assert.InRange(rows[0], 8, 15);
        Assert.InRange(rows[1], 7, 14);
        Assert.InRange(rows[2], 48, 72);
        Assert.Equal([3, 3], rows[3..]);
    }

    [Fact]
    public void All_expressions_of_a_question_are_replaced() => Assert.DoesNotContain(
        JsonBenchForm.DuckDb.Append(JsonBenchForm.Postgres), form => JsonBenchQuestions.All.Any(question => question.Sql(form).Contains('{', StringComparison.Ordinal)));

    [Fact]
    public void Each_cell_of_a_small_run_measures()
    {
        var budget = new TimeBudget(TimeSpan.Zero, TimeSpan.Zero);
        var cells = new JsonBenchSuite().Declare(["--rows", $"{Rows}"], workers: [1])
            .Where(cell => cell.Group == JsonBenchCells.LoadGroup || (cell.Group == "Q3" && cell.Name.EndsWith("cold", StringComparison.Ordinal)))
            .Where(cell => cell.Name != JsonBenchForm.Postgres.Name)
            .ToDictionary(cell => cell.Key, cell => cell.Measure(budget, new Turns()));
        Assert.All(cells.Values, measurement => Assert.True(measurement.Nanoseconds > 0));
        Assert.All(
            cells.Where(cell => cell.Key.StartsWith(JsonBenchCells.LoadGroup, StringComparison.Ordinal)),
            cell => Assert.InRange(cell.Value.Facts[EventCells.FileBytes], 100_000, 2_000_000));
        Assert.Equal(10, cells.Count);
    }
}
