using Microsoft.EntityFrameworkCore;

namespace Blittable.Adapters.Tests.EntityFrameworkCore;

/// <summary>Tests that no shape of <c>ExecuteUpdate</c> leaves a promoted property stale, and that each shape which sets all of them runs.</summary>
public abstract class UpdateTests : IAsyncDisposable
{
    private static readonly BlittableDocument Other = BlittableDocument.Parse("""{"total":5,"shop":"east","code":"n","name":"new"}""");

    /// <summary>Updates that set a document, or a property promoted from it, alone.</summary>
    private static readonly Dictionary<string, Func<UpdateContext, Task<int>>> Alone = new()
    {
        ["entity, document"] = context => context.Sales.ExecuteUpdateAsync(set => set.SetProperty(row => row.Document, Other)),
        ["entity, promoted"] = context => context.Sales.ExecuteUpdateAsync(set => set.SetProperty(row => row.Total, 5)),
        ["EF.Property"] = context => context.Sales.ExecuteUpdateAsync(set => set.SetProperty(row => EF.Property<BlittableDocument>(row, "Document"), Other)),
        ["anonymous type, document"] = context => context.Sales.Select(row => new { row.Document, row.Total })
            .ExecuteUpdateAsync(set => set.SetProperty(row => row.Document, Other)),
        ["anonymous type, promoted"] = context => context.Sales.Select(row => new { Sum = row.Total })
            .ExecuteUpdateAsync(set => set.SetProperty(row => row.Sum, 5)),
        ["anonymous type in another"] = context => context.Sales.Select(row => new { Row = row }).Select(row => new { row.Row.Document, row.Row })
            .ExecuteUpdateAsync(set => set.SetProperty(row => row.Document, Other)),
        ["anonymous type twice"] = context => context.Sales.Select(row => new { row.Document }).Select(row => new { row.Document })
            .ExecuteUpdateAsync(set => set.SetProperty(row => row.Document, Other)),
        ["member initializer"] = context => context.Sales.Select(row => new Projection { Content = row.Document })
            .ExecuteUpdateAsync(set => set.SetProperty(row => row.Content, Other)),
        ["constructor"] = context => context.Sales.Select(row => new Record(row.Document))
            .ExecuteUpdateAsync(set => set.SetProperty(row => row.Content, Other)),
        ["join"] = context => context.Sales.Join(context.Parcels, row => row.Id, row => row.Id, (sale, parcel) => new { sale, parcel })
            .ExecuteUpdateAsync(set => set.SetProperty(row => row.sale.Document, Other)),
        ["join, query syntax"] = context => (from sale in context.Sales from parcel in context.Parcels where sale.Id == parcel.Id select new { sale, parcel })
            .ExecuteUpdateAsync(set => set.SetProperty(row => row.sale.Document, Other)),
        ["owned type, document"] = context => context.Parcels.ExecuteUpdateAsync(set => set.SetProperty(row => row.Outbound.Document, Other)),
        ["owned type, promoted"] = context => context.Parcels.ExecuteUpdateAsync(set => set.SetProperty(row => row.Inbound.Code, "n")),
        ["two owned types"] = context => context.Parcels.ExecuteUpdateAsync(set => set
            .SetProperty(row => row.Outbound.Document, Other)
            .SetProperty(row => row.Inbound.Code, "n")),
        ["owned type in an anonymous type"] = context => context.Parcels.Select(row => new { row.Outbound })
            .ExecuteUpdateAsync(set => set.SetProperty(row => row.Outbound.Document, Other)),
        ["cast to the derived type, promoted"] = context => context.Sales.ExecuteUpdateAsync(set => set.SetProperty(row => ((ShopSale)row).Shop, "east")),
        ["cast to the derived type, document"] = context => context.Sales.ExecuteUpdateAsync(set => set.SetProperty(row => ((ShopSale)row).Document, Other)),
        ["derived type"] = context => context.Sales.OfType<ShopSale>().ExecuteUpdateAsync(set => set
            .SetProperty(row => row.Document, Other)
            .SetProperty(row => row.Total, 5)),
        ["base with a promoted property of the derived type"] = context => context.Sales.ExecuteUpdateAsync(set => set
            .SetProperty(row => row.Document, Other)
            .SetProperty(row => row.Total, 5)),
        ["interface"] = context => ReplaceAsync(context.Sales),
        ["shared type, document"] = context => context.Current.ExecuteUpdateAsync(set => set.SetProperty(row => row.Document, Other)),
        ["shared type, promoted"] = context => context.Current.ExecuteUpdateAsync(set => set.SetProperty(row => row.Name, "new")),
        ["property bag, document"] = context => context.Bags.ExecuteUpdateAsync(set => set.SetProperty(row => (BlittableDocument)row["Document"], Other)),
        ["property bag, promoted"] = context => context.Bags.ExecuteUpdateAsync(set => set.SetProperty(row => EF.Property<string>(row, "Name"), "new")),
    };

    /// <summary>Updates that set a document and all properties promoted from it, or none of them, and the document that each changes.</summary>
    private static readonly Dictionary<string, (string Changed, Func<UpdateContext, Task<int>> Update)> Together = new()
    {
        ["derived type"] = ("sale", context => context.Sales.OfType<ShopSale>().ExecuteUpdateAsync(set => set
            .SetProperty(row => row.Document, Other)
            .SetProperty(row => row.Total, 5)
            .SetProperty(row => row.Shop, "east"))),
        ["cast to the derived type"] = ("sale", context => context.Sales.Where(row => row is ShopSale).ExecuteUpdateAsync(set => set
            .SetProperty(row => row.Document, Other)
            .SetProperty(row => row.Total, 5)
            .SetProperty(row => ((ShopSale)row).Shop, "east"))),
        ["anonymous type"] = ("sale", context => context.Sales.OfType<ShopSale>().Select(row => new { Content = row.Document, Sum = row.Total, row.Shop })
            .ExecuteUpdateAsync(set => set
                .SetProperty(row => row.Content, Other)
                .SetProperty(row => row.Sum, 5)
                .SetProperty(row => row.Shop, "east"))),
        ["join"] = ("sale", context => (from sale in context.Sales.OfType<ShopSale>() from parcel in context.Parcels where sale.Id == parcel.Id select new { sale, parcel })
            .ExecuteUpdateAsync(set => set
                .SetProperty(row => row.sale.Document, Other)
                .SetProperty(row => row.sale.Total, 5)
                .SetProperty(row => row.sale.Shop, "east"))),
        ["owned type"] = ("outbound", context => context.Parcels.ExecuteUpdateAsync(set => set
            .SetProperty(row => row.Outbound.Document, Other)
            .SetProperty(row => row.Outbound.Code, "n"))),
        ["owned type in a join"] = ("inbound", context => (from parcel in context.Parcels from sale in context.Sales where sale.Id == parcel.Id select new { sale, parcel })
            .ExecuteUpdateAsync(set => set
                .SetProperty(row => row.parcel.Inbound.Document, Other)
                .SetProperty(row => row.parcel.Inbound.Code, "n"))),
        ["shared type"] = ("current", context => context.Current.ExecuteUpdateAsync(set => set
            .SetProperty(row => row.Document, Other)
            .SetProperty(row => row.Name, "new"))),
        ["shared type without promoted properties"] = ("archived", context => context.Archived.ExecuteUpdateAsync(set => set.SetProperty(row => row.Document, Other))),
        ["property bag"] = ("bag", context => context.Bags.ExecuteUpdateAsync(set => set
            .SetProperty(row => EF.Property<BlittableDocument>(row, "Document"), Other)
            .SetProperty(row => EF.Property<string>(row, "Name"), "new"))),
    };

    private readonly TestDatabase _database;

    private protected UpdateTests(TestDatabase database) => _database = database;

    public ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        return _database.DisposeAsync();
    }

    /// <summary>A refused update changes nothing, so all of them can share a database.</summary>
    [Fact]
    public async Task Updates_that_would_leave_a_promoted_property_stale_are_refused()
    {
        await using var context = await CreateAsync();
        var before = await StateAsync(context);
        foreach (var (shape, update) in Alone)
        {
            var fault = await Assert.ThrowsAsync<InvalidOperationException>(() => update(context));
            Assert.True(fault.Message.StartsWith("ExecuteUpdate sets", StringComparison.Ordinal), $"{shape}: {fault.Message}");
            var after = await StateAsync(context);
            Assert.True(before.Keys.All(name => before[name] == after[name]), shape);
        }
    }

    /// <summary>Each update is rolled back, so all of them can share a database.</summary>
    [Fact]
    public async Task Updates_that_set_the_document_and_its_promoted_properties_run()
    {
        await using var context = await CreateAsync();
        var before = await StateAsync(context);
        foreach (var (shape, (changed, update)) in Together)
        {
            await using var transaction = await context.Database.BeginTransactionAsync();
            Assert.Equal((shape, 1), (shape, await update(context)));
            var after = await StateAsync(context);
            Assert.Equal((shape, changed), (shape, string.Join(' ', before.Keys.Where(name => before[name] != after[name]))));
            Assert.Equal(Other.Root.ToJson(), after[changed]);
            await transaction.RollbackAsync();
        }

        Assert.Equal(before, await StateAsync(context));
    }

    private static Task<int> ReplaceAsync<TRow>(IQueryable<TRow> rows)
        where TRow : class, IDocumentRow => rows.ExecuteUpdateAsync(set => set.SetProperty(row => row.Document, Other));

    private async Task<UpdateContext> CreateAsync()
    {
        var context = await _database.CreateAsync(options => new UpdateContext(options));
        context.Add(new ShopSale { Document = Document() });
        context.Add(new Parcel { Outbound = new ParcelContent { Document = Document() }, Inbound = new ParcelContent { Document = Document() } });
        context.Current.Add(new SharedRow { Document = Document() });
        context.Archived.Add(new SharedRow { Document = Document() });
        context.Bags.Add(new Dictionary<string, object> { ["Document"] = Document() });
        await context.SaveChangesAsync();
        return context;

        static BlittableDocument Document() => BlittableDocument.Parse("""{"total":1,"shop":"west","code":"o","name":"old"}""");
    }

    /// <summary>Reads all stored documents, after a check that each promoted property has the value of its document.</summary>
    private static async Task<Dictionary<string, string>> StateAsync(UpdateContext context)
    {
        context.ChangeTracker.Clear();
        var (sale, parcel, current) = ((ShopSale)await context.Sales.SingleAsync(), await context.Parcels.SingleAsync(), await context.Current.SingleAsync());
        var (archived, bag) = (await context.Archived.SingleAsync(), await context.Bags.SingleAsync());
        Assert.Equal(sale.Document.Root.GetProperty("total"u8).GetInt64(), sale.Total);
        Assert.Equal(Text(sale.Document, "shop"), sale.Shop);
        Assert.Equal(Text(parcel.Outbound.Document, "code"), parcel.Outbound.Code);
        Assert.Equal(Text(parcel.Inbound.Document, "code"), parcel.Inbound.Code);
        Assert.Equal(Text(current.Document, "name"), current.Name);
        Assert.Equal(Text((BlittableDocument)bag["Document"], "name"), bag["Name"]);
        return new()
        {
            ["sale"] = sale.Document.Root.ToJson(),
            ["outbound"] = parcel.Outbound.Document.Root.ToJson(),
            ["inbound"] = parcel.Inbound.Document.Root.ToJson(),
            ["current"] = current.Document.Root.ToJson(),
            ["archived"] = archived.Document.Root.ToJson(),
            ["bag"] = ((BlittableDocument)bag["Document"]).Root.ToJson(),
        };

        static string Text(BlittableDocument document, string name) => document.Root.GetProperty(System.Text.Encoding.UTF8.GetBytes(name)).GetString()!;
    }

    private sealed class Projection
    {
        public required BlittableDocument Content { get; set; }
    }

    private sealed record Record(BlittableDocument Content);
}
