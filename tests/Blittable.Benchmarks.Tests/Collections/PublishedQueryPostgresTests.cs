using Blittable.Benchmarks.Collections;

namespace Blittable.Benchmarks.Tests.Collections;

/// <summary>Tests that each layout returns the rows of PostgreSQL for the published queries, with their labels and order.</summary>
public sealed class PublishedQueryPostgresTests(EventFixture events) : IClassFixture<EventFixture>
{
    public static TheoryData<string> Names => [.. EventFixture.Queries.Where(query => query.IsPublished).Select(query => query.Name)];

    [Theory]
    [MemberData(nameof(Names))]
    public void A_collection_returns_the_rows_of_PostgreSQL(string name)
    {
        var query = EventFixture.Query(name);
        using var postgres = PostgresEvents.Open(EventCells.PostgresAddress!, events.Lines, $"test_events_{EventFixture.Rows}");
        events.RequireEqual(query, new EventRows(postgres.Read(query)));
    }
}
