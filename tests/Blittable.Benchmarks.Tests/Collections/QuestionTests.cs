using Blittable.Benchmarks.Collections;
using Blittable.Benchmarks.Questions;
using Blittable.Collections;

namespace Blittable.Benchmarks.Tests.Collections;

/// <summary>Tests that the measured questions have the same answers in a collection and in DuckDB.</summary>
public sealed class QuestionTests
{
    private const int Rows = 3000;

    public static TheoryData<string> Kinds => [.. QuestionData.All.Select(data => data.Kind)];

    [Theory]
    [MemberData(nameof(Kinds))]
    public void A_collection_and_DuckDB_return_the_same_answers(string kind)
    {
        var data = QuestionData.All.Single(one => one.Kind == kind);
        using var database = DuckDbTable.Open(data.Database(Rows));
        using var reader = CollectionReader.Open(data.Collection(Rows));
        Assert.Equal([], data.Questions(Rows)
            .Select(question => (question.What, Difference: EventRows.Of(question.Ask(reader.Scan())).Difference(new EventRows(database.Ask(question.Sql)), question.Keys, question.OrderedBy)))
            .Where(answer => answer.Difference is not null));
    }

    [Fact]
    public void There_are_at_least_sixty() => Assert.True(QuestionData.All.Sum(data => data.Questions(Rows).DistinctBy(question => question.What).Count()) >= 60);
}
