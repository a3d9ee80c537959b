using Microsoft.EntityFrameworkCore;

namespace Blittable.Adapters.Tests.EntityFrameworkCore;

/// <summary>Tests columns that the database generates with its JSON functions, from promoted JSON text and from documents.</summary>
public abstract class GeneratedTests : IAsyncDisposable
{
    private readonly TestDatabase _database;

    private protected GeneratedTests(TestDatabase database) => _database = database;

    public ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        return _database.DisposeAsync();
    }

    [Theory]
    [InlineData("""{"state":"a\u0000b"}""", false)]
    [InlineData("""{"state":"\\\u0000"}""", false)]
    [InlineData("""{"state":"a\\u0000b"}""", true)]
    [InlineData("""{"n":1e-16384}""", false)]
    [InlineData("""{"n":0.01e-16382}""", false)]
    [InlineData("""{"n":1e-16383}""", true)]
    [InlineData("""{"n":-1E+131072}""", false)]
    [InlineData("""{"n":-1E+131071}""", true)]
    [InlineData("""{"n":[1e99999999999]}""", false)]
    [InlineData("""{"n":"1e-16384"}""", true)]
    public async Task A_JSON_text_that_jsonb_cannot_store_is_null(string json, bool isStored)
    {
        await using var context = await CreateAsync();
        var row = new GeneratedRow { Document = BlittableDocument.Parse(json) };
        context.Add(row);
        await context.SaveChangesAsync(TestContext.Current.CancellationToken);
        Assert.Equal(isStored || !context.Database.IsNpgsql(), row.Json is not null);
    }

    [Fact]
    public async Task Generated_columns_have_the_values_of_the_document()
    {
        await using var context = await CreateAsync();
        Assert.Equal(
            [("open", "Rome"), ("7", null), (null, null), ("closed", "Oslo")],
            (await context.Rows.OrderBy(row => row.Id).ToListAsync(TestContext.Current.CancellationToken)).Select(row => (row.State, row.City)));
        Assert.Equal([4], await context.Rows.Where(row => row.City == "Oslo").Select(row => row.Id).ToListAsync(TestContext.Current.CancellationToken));

        var changed = await context.Rows.SingleAsync(row => row.State == "closed", TestContext.Current.CancellationToken);
        changed.Document = BlittableDocument.Parse("""{"state":"open","customer":{"city":"Bern"}}""");
        await context.SaveChangesAsync(TestContext.Current.CancellationToken);
        Assert.Equal(("open", "Bern"), (changed.State, changed.City));
        Assert.Equal([1, 4], await context.Rows.Where(row => row.State == "open").OrderBy(row => row.Id).Select(row => row.Id).ToListAsync(TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task Promoted_JSON_is_the_text_of_the_value()
    {
        await using var context = await CreateAsync();
        var rows = await context.Rows.OrderBy(row => row.Id).ToListAsync(TestContext.Current.CancellationToken);
        Assert.All(rows, row => Assert.True(Same(row.Document.Root.ToJson(), row.Json!)));
        Assert.True(Same("""{"city":"Rome"}""", rows[0].Customer!));
        Assert.Equal("null", rows[1].Customer);
        Assert.Null(rows[2].Customer);

        static bool Same(string left, string right) => System.Text.Json.Nodes.JsonNode.DeepEquals(System.Text.Json.Nodes.JsonNode.Parse(left), System.Text.Json.Nodes.JsonNode.Parse(right));
    }

    [Fact]
    public async Task A_query_on_a_generated_column_uses_its_index()
    {
        await using var context = await CreateAsync();
        Assert.Contains("by_state", await PlanAsync(context, context.Rows.Where(row => row.State == "open")), StringComparison.Ordinal);
        Assert.Contains("by_city", await PlanAsync(context, context.Rows.Where(row => row.City == "Oslo")), StringComparison.Ordinal);
        Assert.DoesNotContain("by_", await PlanAsync(context, context.Rows.Where(row => row.Customer == "{}")), StringComparison.Ordinal);
    }

    [Fact]
    public async Task ExecuteUpdate_of_a_document_must_set_its_promoted_JSON()
    {
        await using var context = await CreateAsync();
        var document = BlittableDocument.Parse("""{"state":"new"}""");
        await Assert.ThrowsAsync<InvalidOperationException>(() => context.Rows.ExecuteUpdateAsync(set => set.SetProperty(row => row.Document, document), TestContext.Current.CancellationToken));
        await Assert.ThrowsAsync<InvalidOperationException>(() => context.Rows.ExecuteUpdateAsync(
            set => set.SetProperty(row => row.Document, document).SetProperty(row => row.Json, "{}"), TestContext.Current.CancellationToken));
        Assert.Equal(4, await context.Rows.ExecuteUpdateAsync(
            set => set.SetProperty(row => row.Document, document).SetProperty(row => row.Json, document.Root.ToJson()).SetProperty(row => row.Customer, (string?)null),
            TestContext.Current.CancellationToken));
        Assert.Equal(4, await context.Rows.CountAsync(row => row.State == "new", TestContext.Current.CancellationToken));
    }

    /// <summary>Returns the plan of a query, as the database explains it.</summary>
    private protected abstract Task<string> PlanAsync(DbContext context, IQueryable query);

    private async Task<GeneratedContext> CreateAsync()
    {
        var context = await _database.CreateAsync(options => new GeneratedContext(options));
        foreach (var json in new[]
        {
            """{"state":"open","customer":{"city":"Rome"}}""",
            """{"state":7,"customer":null}""",
            "[]",
            """{"state":"closed","customer":{"city":"Oslo"}}""",
        })
        {
            context.Add(new GeneratedRow { Document = BlittableDocument.Parse(json) });
            await context.SaveChangesAsync();
        }

        context.ChangeTracker.Clear();
        return context;
    }
}
