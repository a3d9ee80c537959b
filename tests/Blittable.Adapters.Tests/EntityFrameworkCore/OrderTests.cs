using Blittable.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore;

namespace Blittable.Adapters.Tests.EntityFrameworkCore;

/// <summary>Tests that apply to every database. A derived class for each database opens it.</summary>
public abstract class OrderTests : IAsyncDisposable
{
    private readonly TestDatabase _database;

    private protected OrderTests(TestDatabase database) => _database = database;

    public ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        return _database.DisposeAsync();
    }

    [Fact]
    public async Task Documents_and_objects_round_trip_and_promoted_columns_have_the_values_of_the_document()
    {
        await using var context = await CreateAsync();
        context.Add(new OrderRow { Document = Samples.WithDictionary(), Order = new Order { Customer = "Anna", Total = 1.50m, Tags = ["new"] } });
        await context.SaveChangesAsync();
        context.ChangeTracker.Clear();

        var row = await context.Orders.SingleAsync(order => EF.Property<string>(order, "CustomerId") == "c-7");
        Assert.Equal(Samples.Json, row.Document.Root.ToJson());
        Assert.Equal(("Anna", 1.50m), (row.Order!.Customer, row.Order.Total));
        Assert.Equal(12.50m, row.Total);
        Assert.Equal(new DateTimeOffset(2026, 11, 25, 10, 0, 0, TimeSpan.Zero), row.At);
        Assert.Equal(0, await context.SaveChangesAsync());
    }

    [Fact]
    public async Task A_document_with_a_dictionary_that_its_column_lacks_is_returned_and_queried()
    {
        const string json = """{"total":3,"other":"names","customer":{"id":"c-1"}}""";
        await using var context = await CreateAsync();
        context.Add(new OrderRow { Document = BlittableDocument.Parse(json, BlittableOptions.Balanced with { Dictionary = Samples.AnotherDictionary }) });
        await context.SaveChangesAsync();
        context.ChangeTracker.Clear();

        var row = await context.Orders.SingleAsync(order => EF.Property<string>(order, "CustomerId") == "c-1");
        Assert.Equal(json, row.Document.Root.ToJson());
    }

    [Fact]
    public async Task A_replaced_document_and_a_change_inside_an_object_are_saved()
    {
        await using var context = await CreateAsync();
        var row = new OrderRow { Document = Samples.WithDictionary(), Order = new Order { Tags = ["new"] } };
        context.Add(row);
        await context.SaveChangesAsync();

        row.Document = BlittableDocument.Parse("""{"total":3}""");
        row.Order!.Tags.Add("changed");
        Assert.Equal(1, await context.SaveChangesAsync());
        context.ChangeTracker.Clear();

        row = await context.Orders.SingleAsync();
        Assert.Equal(["new", "changed"], row.Order!.Tags);
        Assert.Equal((3m, null), (row.Total, row.At));
        Assert.Null(context.Entry(row).Property("CustomerId").CurrentValue);
        Assert.Equal(1, await context.Orders.CountAsync(order => order.Total < 4));
    }

    [Theory]
    [InlineData("""{"total":"much"}""", BlittableErrorCode.WrongKind)]
    [InlineData("""{"total":1e99}""", BlittableErrorCode.NumberOutOfRange)]
    [InlineData("""{"total":null}""", BlittableErrorCode.NotFound)]
    [InlineData("{}", BlittableErrorCode.NotFound)]
    public async Task A_document_without_a_required_value_throws_a_BlittableException(string json, BlittableErrorCode code)
    {
        await using var context = await CreateAsync();
        context.Add(new OrderRow { Document = BlittableDocument.Parse(json) });
        var fault = await Assert.ThrowsAsync<BlittableException>(() => context.SaveChangesAsync());
        Assert.Equal(code, fault.Code);
        Assert.Contains("$.total", fault.Message, StringComparison.Ordinal);
        Assert.Equal(0, await context.Orders.CountAsync());
    }

    [Fact]
    public async Task A_value_of_another_kind_is_null_in_a_nullable_column()
    {
        await using var context = await CreateAsync();
        var row = new OrderRow { Document = BlittableDocument.Parse("""{"total":1,"at":"someday","customer":{"id":7}}""") };
        context.Add(row);
        await context.SaveChangesAsync();
        Assert.Null(row.At);
        Assert.Null(context.Entry(row).Property("CustomerId").CurrentValue);
    }

    [Fact]
    public async Task A_text_with_the_character_zero_is_null_where_the_database_cannot_store_it()
    {
        await using var context = await CreateAsync();
        var row = new OrderRow { Document = BlittableDocument.Parse("""{"total":1,"customer":{"id":"a\u0000b"}}""") };
        context.Add(row);
        await context.SaveChangesAsync();
        Assert.Equal(context.Database.IsNpgsql() ? null : "a\0b", context.Entry(row).Property("CustomerId").CurrentValue);
    }

    [Fact]
    public async Task ExecuteUpdate_must_set_the_document_and_all_promoted_properties()
    {
        await using var context = await CreateAsync();
        context.AddRange(Enumerable.Range(1, 3).Select(number => new OrderRow { Document = BlittableDocument.Parse($$"""{"total":{{number}}}""") }));
        await context.SaveChangesAsync();
        var document = BlittableDocument.Parse("""{"total":5,"at":"2026-01-01T00:00:00Z","customer":{"id":"c-9"}}""");

        var fault = await Assert.ThrowsAsync<InvalidOperationException>(() => context.Orders.ExecuteUpdateAsync(set => set.SetProperty(order => order.Document, document)));
        Assert.Contains("ExecuteUpdate", fault.Message, StringComparison.Ordinal);
        fault = await Assert.ThrowsAsync<InvalidOperationException>(() => context.Orders.ExecuteUpdateAsync(set => set.SetProperty(order => order.Total, 1)));
        Assert.Contains("Total", fault.Message, StringComparison.Ordinal);

        Assert.Equal(3, await context.Orders.ExecuteUpdateAsync(set => set
            .SetProperty(order => order.Document, document)
            .SetProperty(order => order.Total, 5)
            .SetProperty(order => order.At, new DateTimeOffset(2026, 1, 1, 0, 0, 0, TimeSpan.Zero))
            .SetProperty(order => EF.Property<string?>(order, "CustomerId"), "c-9")));
        Assert.Equal(3, await context.Orders.CountAsync(order => order.Total == 5));
        Assert.Equal(3, await context.Orders.ExecuteUpdateAsync(set => set.SetProperty(order => order.Order, (Order?)null)));
    }

    [Fact]
    public async Task Damage_and_a_missing_or_wrong_dictionary_throw_an_InvalidOperationException()
    {
        await using var context = await CreateAsync();
        context.Add(new OrderRow { Document = Samples.Document(), Order = new Order { Customer = "Anna" } });
        await context.SaveChangesAsync();
        using var withDictionary = Samples.WithDictionary();
        using var withAnother = Samples.WithAnotherDictionary();
        using var damaged = Samples.Damaged();

        // The documents have a dictionary, the objects do not.
        Assert.Equal(BlittableErrorCode.InvalidData, await CodeOf(context, document: [0xff, 0xff]));
        Assert.Equal(BlittableErrorCode.DictionaryMismatch, await CodeOf(context, document: withAnother.Bytes.ToArray()));
        Assert.Equal(BlittableErrorCode.InvalidData, await CodeOf(context, order: []));
        Assert.Equal(BlittableErrorCode.InvalidData, await CodeOf(context, order: damaged.Bytes.ToArray()));
        Assert.Equal(BlittableErrorCode.DictionaryMissing, await CodeOf(context, order: withDictionary.Bytes.ToArray()));
    }

    /// <summary>Replaces the bytes of the only row, and returns the error of reading the row.</summary>
    private static async Task<BlittableErrorCode> CodeOf(OrderContext context, byte[]? document = null, byte[]? order = null)
    {
        using var sound = Samples.Document();
        document ??= sound.Bytes.ToArray();
        await context.Database.ExecuteSqlAsync($"UPDATE adapter_orders SET \"Document\" = {document}, \"Order\" = {order}");
        context.ChangeTracker.Clear();
        var fault = await Assert.ThrowsAsync<InvalidOperationException>(() => context.Orders.SingleAsync());
        return Assert.IsType<BlittableException>(fault.InnerException).Code;
    }

    private Task<OrderContext> CreateAsync() => _database.CreateAsync(options => new OrderContext(options), Samples.Dictionary);
}
