using System.Text;

namespace Blittable.Collections.Tests.Query;

/// <summary>Tests that a query has one answer in every layout, with any number of workers and with any memory limit.</summary>
public sealed class QueryWaysTests
{
    private const int Queries = 12;

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Random_queries_have_the_same_answer_in_every_layout_and_with_any_workers_and_limit(int seed)
    {
        var random = new RandomQueries(seed);
        var documents = random.Documents(60);
        var readers = Enum.GetValues<CollectionLayout>().ToDictionary(layout => layout, layout => Open(documents, layout));
        for (var number = 0; number < Queries; number++)
        {
            var ask = random.Next();
            string? expected = null;
            foreach (var (layout, reader) in readers)
            {
                foreach (var (workers, memory) in ((int, long)[])[(1, long.MaxValue), (1, 1), (4, 1)])
                {
                    var answer = Answer(() => ask(reader.Scan().WithWorkers(workers, TimeSpan.Zero).WithAnyMemoryLimit(memory)));
                    expected ??= answer;
                    Assert.True(
                        expected == answer,
                        $"Query {number} of seed {seed}, {layout}, {workers} workers, limit {memory}:\n{expected}\n---\n{answer}\n{string.Join('\n', documents)}");
                }
            }
        }
    }

    private static CollectionReader Open(IEnumerable<string> documents, CollectionLayout layout)
    {
        var stream = new MemoryStream();
        var options = new CollectionOptions { Layout = layout, StripeRows = 25, ChunkRows = 10, Columns = ["$.a", "$.b", "$.items", "$.list"] };
        using (var writer = CollectionWriter.Create(stream, options, leaveOpen: true))
        {
            foreach (var document in documents)
            {
                writer.Add(Encoding.UTF8.GetBytes(document));
            }

            writer.Commit();
        }

        return CollectionReader.Open(stream);
    }

    /// <summary>An error counts as an answer if the text of the query causes it.</summary>
    private static string Answer(Func<string> ask)
    {
        try
        {
            return ask();
        }
        catch (BlittableException fault) when (fault.Code is BlittableErrorCode.InvalidPath)
        {
            return fault.Message;
        }
    }
}
