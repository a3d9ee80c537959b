using Blittable.Benchmarks.Collections;
using Blittable.Benchmarks.JsonBench;

namespace Blittable.Benchmarks.Tests.JsonBench;

/// <summary>The questions of JSONBench have the same answers in a collection and in PostgreSQL.</summary>
public sealed class JsonBenchPostgresTests
{
    [Fact]
    public void Answers_are_equal()
    {
        Assert.NotNull(EventCells.PostgresAddress);
        Assert.Empty(JsonBenchAnswers.Differences(JsonBenchQuestions.All, new JsonBenchFiles(rows: 2000, microseconds: 60_000_000)));
    }
}
