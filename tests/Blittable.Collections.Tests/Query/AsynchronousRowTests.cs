using System.Text;
using Blittable.Collections;

namespace Blittable.Collections.Tests;

/// <summary>Tests asynchronous sequences of documents and of rows deserialized to objects.</summary>
public sealed class AsynchronousRowTests
{
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(CollectionLayout.Columns)]
    [InlineData(CollectionLayout.Rows)]
    [InlineData(CollectionLayout.Auto)]
    public async Task Documents_are_returned_in_the_order_of_ForEach(CollectionLayout layout)
    {
        using var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, new CollectionOptions { Layout = layout, StripeRows = 1500, ChunkRows = 700, Key = "$.id" }, leaveOpen: true))
        {
            for (var id = 0; id < 4000; id++)
            {
                writer.Add(Encoding.UTF8.GetBytes($$"""{"id":{{id}},"value":[{{id % 7}},{"a":"{{id}}"}]}"""));
            }

            writer.Commit();
            for (var id = 0; id < 4000; id += 3)
            {
                writer.Delete(id);
            }

            writer.Commit();
        }

        using var reader = CollectionReader.Open(stream);
        var documents = new List<BlittableDocument>();
        await foreach (var document in reader.GetDocumentsAsync(Cancellation))
        {
            documents.Add(document);
        }

        var some = new List<string>();
        await foreach (var document in reader.Scan().Where("$.value[0]", FilterOperator.Equal, 3).GetDocumentsAsync(Cancellation))
        {
            some.Add(document.Root.ToJson());
        }

        var all = CollectionFile.ReadAll(reader);
        Assert.Equal(all, documents.Select(document => document.Root.ToJson()));
        Assert.Equal(all.Where(text => text.Contains("[3,", StringComparison.Ordinal)), some);
    }

    [Fact]
    public async Task Rows_of_a_selection_are_deserialized_to_objects()
    {
        using var stream = Orders();
        using var reader = CollectionReader.Open(stream);
        ScanExpression total = ScanExpression.Path("$.price") * 2;
        var selection = reader.Scan().Where("$.id", FilterOperator.GreaterOrEqual, 10).Select("$.id", "$.customer.name", "$.at", "$.tags", total.As("total"));
        foreach (var query in (ScanSelection[])[selection, selection.OrderBy("$.customer.name").OrderBy("$.id", descending: true).Limit(700).Offset(5), selection.Limit(3)])
        {
            var rows = new List<OrderRow?>();
            await foreach (var row in query.GetRowsAsync<OrderRow>(Cancellation))
            {
                rows.Add(row);
            }

            var table = query.ToTable();
            Assert.Equal(
                Enumerable.Range(0, table.Count).Select(row => (
                    table[row, 0].GetInt64(),
                    table[row, 1].Kind == QueryValueKind.Null ? null : table[row, 1].GetString(),
                    table[row, 4].GetDecimal())),
                rows.Select(row => (row!.Id, row.Name, row.Total)));
            Assert.All(rows, row => Assert.Equal(("t", 2024), (Assert.Single(row!.Tags), row.At.Year)));
        }
    }

    [Fact]
    public async Task Groups_are_deserialized_to_objects()
    {
        using var stream = Orders();
        using var reader = CollectionReader.Open(stream);
        var rows = new List<CustomerRow?>();
        var groups = reader.Scan().GroupBy("$.customer.name").OrderBy("orders", descending: true).OrderBy("$.customer.name").Limit(2);

        await foreach (var row in groups.GetRowsAsync<CustomerRow>([Aggregate.Count().As("orders"), Aggregate.Max("$.price").As("dearest")], Cancellation))
        {
            rows.Add(row);
        }

        Assert.Equal([new CustomerRow(null, 500, 1996.5m), new CustomerRow("c1", 500, 1997.5m)], rows);
    }

    [Fact]
    public async Task A_row_that_does_not_fit_the_type_is_rejected_with_the_reason()
    {
        using var stream = Orders();
        using var reader = CollectionReader.Open(stream);
        var scan = reader.Scan();

        var equal = await Assert.ThrowsAsync<BlittableException>(() => Count(scan.Select("$.name", "$.customer.name").GetRowsAsync<OrderRow>(Cancellation)));
        var wrong = await Assert.ThrowsAsync<BlittableException>(() => Count(scan.Select(ScanExpression.Path("$.customer.name").As("id")).GetRowsAsync<OrderRow>(Cancellation)));
        await Assert.ThrowsAsync<NotSupportedException>(() => Count(scan.Select("$.id").GetRowsAsync<AsynchronousRowTests>(Cancellation)));

        Assert.Contains("'name'", equal.Message, StringComparison.Ordinal);
        Assert.Contains("id", wrong.Message, StringComparison.Ordinal);
        Assert.Throws<InvalidOperationException>(() => scan.Unnest("$.tags[*]").GetDocumentsAsync(Cancellation));
        Assert.Throws<ArgumentNullException>(() => scan.GroupBy("$.id").GetRowsAsync<CustomerRow>(null!, Cancellation));
    }

    [Fact]
    public async Task Each_sequence_is_cancelled_by_its_own_token_and_by_the_token_of_the_query()
    {
        using var stream = Orders();
        using var reader = CollectionReader.Open(stream);
        var cancelled = new CancellationToken(canceled: true);
        var scan = reader.Scan();
        foreach (var start in (Func<CollectionScan, CancellationToken, Task<int>>[])
            [
                (query, token) => Count(query.GetDocumentsAsync(token)),
                (query, token) => Count(query.Select("$.id").GetRowsAsync<OrderRow>(token)),
                (query, token) => Count(query.GroupBy("$.id").GetRowsAsync<CustomerRow>([Aggregate.Count()], token)),
            ])
        {
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => start(scan, cancelled));
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => start(scan.WithCancellation(cancelled), Cancellation));
        }

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => Count(reader.GetDocumentsAsync(cancelled)));
        using var source = new CancellationTokenSource();
        var seen = 0;
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () =>
        {
            await foreach (var _ in reader.GetDocumentsAsync(source.Token))
            {
                if (++seen == 10)
                {
                    await source.CancelAsync();
                }
            }
        });
        Assert.Equal(10, seen);
    }

    private static async Task<int> Count<T>(IAsyncEnumerable<T> items)
    {
        var count = 0;
        await foreach (var _ in items)
        {
            count++;
        }

        return count;
    }

    private static MemoryStream Orders() => CollectionFile.Write(
        Enumerable.Range(0, 2000).Select(id =>
            $$"""{"id":{{id}},"customer":{"name":{{(id % 4 == 0 ? "null" : $"\"c{id % 4}\"")}}},"price":{{id}}.5,"at":"2024-05-{{1 + (id % 28):00}}T01:02:03Z","tags":["t"]}"""),
        new CollectionOptions { StripeRows = 900, ChunkRows = 300 });
}
