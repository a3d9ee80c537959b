using System.Linq.Expressions;
using Blittable.EntityFrameworkCore;
using Blittable.Testing;
using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;

namespace Blittable.Adapters.Tests.EntityFrameworkCore;

/// <summary>Tests <c>UseBlittable()</c>: models that need it, SQLite functions, and indexes on them.</summary>
public sealed class UseBlittableTests : IAsyncDisposable
{
    private readonly SqliteDatabase _database = new();

    public ValueTask DisposeAsync() => _database.DisposeAsync();

    [Fact]
    public void A_model_with_promoted_properties_requires_UseBlittable()
    {
        using var context = new OrderContext(_database.Use().Options);
        var fault = Assert.Throws<InvalidOperationException>(() => context.Model);
        Assert.Contains("UseBlittable()", fault.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_property_promoted_from_a_property_that_is_not_a_document_is_rejected()
    {
        using var context = new WrongContext(_database.Use().UseBlittable().Options);
        Assert.Contains("'Id'", Assert.Throws<InvalidOperationException>(() => context.Model).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_document_property_whose_name_contains_the_separator_of_the_annotation_is_rejected()
    {
        var row = new ModelBuilder().Entity<OrderRow>();
        Assert.Equal("document", Assert.Throws<ArgumentException>(() => row.Property<long?>("Count").IsPromotedFrom("Order|Document", "$.count")).ParamName);
        Assert.Equal("document", Assert.Throws<ArgumentException>(() => row.Property<string?>("Json").IsPromotedJsonFrom("Order|Document")).ParamName);
    }

    [Fact]
    public void Each_entry_that_takes_the_path_of_one_value_rejects_a_wildcard()
    {
        _database.Connection.AddBlittableFunctions();
        var row = new ModelBuilder().Entity<OrderRow>();
        using var document = BlittableDocument.Parse("""{"a":[1]}""");
        SinglePaths.Verify(
            ("IsPromotedFrom", path => Promote(() => row.Property<long?>("Number").IsPromotedFrom("Document", path))),
            ("IsPromotedJsonFrom", path => Promote(() => row.Property<string?>("Json").IsPromotedJsonFrom("Document", path))),
            ("blittable_get", path => Get("$document, $path", path)),
            ("blittable_get with a type", path => Get("$document, $path, 'long'", path)));

        // The model has no convention for promoted properties, which is detected after the path is checked.
        static void Promote(Action call)
        {
            try
            {
                call();
            }
            catch (InvalidOperationException fault)
            {
                Assert.Contains("UseBlittable()", fault.Message, StringComparison.Ordinal);
            }
        }

        void Get(string arguments, string path)
        {
            using var command = _database.Connection.CreateCommand();
            command.CommandText = $"SELECT blittable_get({arguments})";
            command.Parameters.AddWithValue("$document", document.Bytes.ToArray());
            command.Parameters.AddWithValue("$path", path);
            try
            {
                command.ExecuteScalar();
            }
            catch (SqliteException fault) when (fault.Message.Contains("can select several values", StringComparison.Ordinal))
            {
                throw new ArgumentException(fault.Message, fault);
            }
        }
    }

    [Fact]
    public async Task Queries_read_document_values_and_use_an_index_on_them()
    {
        await using var context = await CreateAsync();
        await context.Database.ExecuteSqlRawAsync("CREATE INDEX by_item ON adapter_orders (blittable_get(\"Document\", '$.items[0].sku', 'string'))");

        var query = context.Orders.Where(order => EF.Functions.BlittableGet<string>(order.Document, "$.items[0].sku") == "b");
        Assert.Equal([2], await query.Select(order => order.Id).ToListAsync());
        Assert.Equal([3L, null, 1L], await context.Orders.OrderByDescending(order => order.Id).Select(order => EF.Functions.BlittableGet<long?>(order.Document, "$.count")).ToListAsync());

        Assert.Contains("USING INDEX by_item", await Plan.OfAsync(context, "EXPLAIN QUERY PLAN", query, column: 3), StringComparison.Ordinal);
    }

    [Fact]
    public void A_type_that_documents_do_not_have_is_refused()
    {
        using var context = new OrderContext(_database.Use().UseBlittable().Options);
        Refuse(order => EF.Functions.BlittableGet<decimal>(order.Document, "$.total"));
        Refuse(order => EF.Functions.BlittableGet<decimal?>(order.Document, "$.total"));
        Refuse(order => EF.Functions.BlittableGet<DateTime>(order.Document, "$.at"));
        Refuse(order => EF.Functions.BlittableGet<DateTimeOffset?>(order.Document, "$.at"));
        Refuse(order => EF.Functions.BlittableGet<Guid>(order.Document, "$.id"));
        Refuse(order => EF.Functions.BlittableGet<float>(order.Document, "$.rate"));
        Refuse(order => EF.Functions.BlittableGet<short?>(order.Document, "$.count"));
        Refuse(order => EF.Functions.BlittableGet<ulong>(order.Document, "$.count"));
        Refuse(order => EF.Functions.BlittableGet<byte[]>(order.Document, "$.data"));
        Refuse(order => EF.Functions.BlittableGet<object?>(order.Document, "$.any"));
        Refuse(order => EF.Functions.BlittableGet<DayOfWeek>(order.Document, "$.day"));

        void Refuse<T>(Expression<Func<OrderRow, T>> value)
        {
            foreach (var query in new IQueryable[] { context.Orders.Select(value), context.Orders.OrderBy(value) })
            {
                var fault = Assert.Throws<InvalidOperationException>(query.ToQueryString);
                Assert.Contains(typeof(T).Name, fault.Message, StringComparison.Ordinal);
                Assert.Contains("String, Int64, Int32, Double, Boolean", fault.Message, StringComparison.Ordinal);
            }
        }
    }

    [Theory]
    [InlineData("7", null, 7L, 7, 7.0, null)]
    [InlineData("-0", null, 0L, 0, -0.0, null)]
    [InlineData("5000000000", null, 5_000_000_000L, null, 5e9, null)]
    [InlineData("9223372036854775808", null, null, null, 9223372036854775808.0, null)]
    [InlineData("1.5", null, null, null, 1.5, null)]
    [InlineData("\"7\"", "7", null, null, null, null)]
    [InlineData("\"much\"", "much", null, null, null, null)]
    [InlineData("\"\"", "", null, null, null, null)]
    [InlineData("true", null, null, null, null, true)]
    [InlineData("false", null, null, null, null, false)]
    [InlineData("null", null, null, null, null, null)]
    [InlineData("[7]", null, null, null, null, null)]
    [InlineData("{\"a\":7}", null, null, null, null, null)]
    public async Task A_value_of_another_kind_is_null_in_a_query(string value, string? text, long? integer, int? number, double? real, bool? truth)
    {
        await using var context = new OrderContext(_database.Use().UseBlittable().Options);
        await context.Database.EnsureCreatedAsync(TestContext.Current.CancellationToken);
        context.Add(new OrderRow { Document = BlittableDocument.Parse($$"""{"total":1,"value":{{value}}}""") });
        await context.SaveChangesAsync(TestContext.Current.CancellationToken);

        var row = await context.Orders.Select(order => new
        {
            Text = EF.Functions.BlittableGet<string?>(order.Document, "$.value"),
            Long = EF.Functions.BlittableGet<long?>(order.Document, "$.value"),
            Int = EF.Functions.BlittableGet<int?>(order.Document, "$.value"),
            Double = EF.Functions.BlittableGet<double?>(order.Document, "$.value"),
            Bool = EF.Functions.BlittableGet<bool?>(order.Document, "$.value"),
        }).SingleAsync(TestContext.Current.CancellationToken);
        Assert.Equal((text, integer, number, real, truth), (row.Text, row.Long, row.Int, row.Double, row.Bool));

        await HasAsync(text is not null, order => EF.Functions.BlittableGet<string>(order.Document, "$.value").CompareTo("") >= 0);
        await HasAsync(integer is not null, order => EF.Functions.BlittableGet<long>(order.Document, "$.value") >= 0);
        await HasAsync(number is not null, order => EF.Functions.BlittableGet<int>(order.Document, "$.value") >= 0);
        await HasAsync(real is not null, order => EF.Functions.BlittableGet<double>(order.Document, "$.value") >= 0);
        await HasAsync(truth is true, order => EF.Functions.BlittableGet<bool>(order.Document, "$.value"));
        await HasAsync(truth is false, order => EF.Functions.BlittableGet<bool?>(order.Document, "$.value") == false);

        await HasAsync(text is null, order => EF.Functions.BlittableGet<string?>(order.Document, "$.value") == null);
        await HasAsync(text is not null, order => EF.Functions.BlittableGet<string?>(order.Document, "$.value") != null);
        await HasAsync(integer is null, order => EF.Functions.BlittableGet<long?>(order.Document, "$.value") == null);
        await HasAsync(number is not null, order => EF.Functions.BlittableGet<int?>(order.Document, "$.value") != null);
        await HasAsync(integer != 7, order => EF.Functions.BlittableGet<long?>(order.Document, "$.value") != 7);

        async Task HasAsync(bool expected, Expression<Func<OrderRow, bool>> condition) =>
            Assert.Equal(expected, await context.Orders.AnyAsync(condition, TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task Contexts_share_a_connection_while_a_statement_is_active()
    {
        await using var first = await CreateAsync();

        // UseBlittable() once for each context, as in OnConfiguring.
        await using var second = Open(null);
        await using var rows = first.Orders.AsNoTracking().AsAsyncEnumerable().GetAsyncEnumerator(TestContext.Current.CancellationToken);
        Assert.True(await rows.MoveNextAsync());

        Assert.Equal(3, await second.Orders.CountAsync(order => EF.Functions.BlittableGet<long?>(order.Document, "$.total") > 0, TestContext.Current.CancellationToken));
        _database.Connection.AddBlittableFunctions();

        Assert.True(await rows.MoveNextAsync());
        Assert.Equal(2, rows.Current.Total);
    }

    [Fact]
    public async Task Contexts_with_different_dictionaries_share_a_connection()
    {
        await using var first = await CreateAsync();
        first.Add(new OrderRow { Document = Samples.WithDictionary() });
        await first.SaveChangesAsync(TestContext.Current.CancellationToken);
        var other = Samples.WithAnotherDictionary();

        await using var second = Open(Samples.Dictionary);
        await using var third = Open(Samples.AnotherDictionary);
        var names = second.Orders.OrderBy(order => order.Id).Select(order => EF.Functions.BlittableGet<string?>(order.Document, "$.customer.name"));
        await using var rows = names.AsAsyncEnumerable().GetAsyncEnumerator(TestContext.Current.CancellationToken);
        Assert.True(await rows.MoveNextAsync());

        Assert.Equal(1, await third.Orders.CountAsync(order => order.Total == 12.5m, TestContext.Current.CancellationToken));
        Assert.Equal(
            "names", Assert.Single(await _database.ColumnAsync($"SELECT blittable_get(x'{Convert.ToHexString(other.Bytes.Span)}', '$.other')", 0)));
        Assert.Equal(4, await first.Orders.CountAsync(order => EF.Functions.BlittableGet<long?>(order.Document, "$.none") == null, TestContext.Current.CancellationToken));
        Assert.True(await rows.MoveNextAsync() && await rows.MoveNextAsync() && await rows.MoveNextAsync());
        Assert.Equal("Anna", rows.Current);
    }

    [Fact]
    public async Task An_older_copy_of_a_dictionary_does_not_replace_a_newer_one()
    {
        await using var first = await CreateAsync();
        var older = Samples.Dictionary.Save();
        var newer = BlittableDictionary.Load(older);
        newer.Retrain(Enumerable.Repeat(new ReadOnlyMemory<byte>("""{"name of a later version":"value"}"""u8.ToArray()), 50));
        await using var second = Open(newer);
        await using var third = Open(BlittableDictionary.Load(older));
        foreach (var context in new[] { second, third })
        {
            // A command registers the dictionary of its context.
            Assert.Equal(3, await context.Orders.CountAsync(order => EF.Functions.BlittableGet<long?>(order.Document, "$.total") > 0, TestContext.Current.CancellationToken));
        }

        using var stored = BlittableDocument.Parse("""{"name of a later version":"value"}""", new BlittableOptions { Mode = BlittableMode.Disk, Dictionary = newer });

        Assert.Equal(
            "value", Assert.Single(await _database.ColumnAsync($"SELECT blittable_get(x'{Convert.ToHexString(stored.Bytes.Span)}', '$[''name of a later version'']')", 0)));
    }

    [Fact]
    public async Task A_number_beyond_the_range_of_a_double_is_null()
    {
        await using var context = await _database.CreateAsync(options => new RateContext(options));
        var row = new OrderRow { Document = BlittableDocument.Parse("""{"rate":1e400}""") };
        context.Add(row);
        await context.SaveChangesAsync(TestContext.Current.CancellationToken);

        Assert.Null(context.Entry(row).Property("Rate").CurrentValue);
        Assert.Equal("null", Assert.Single(await _database.ColumnAsync("SELECT typeof(blittable_get(Document, '$.rate')) FROM rates", 0)));
        Assert.Equal("null", Assert.Single(await _database.ColumnAsync("SELECT typeof(blittable_get(Document, '$.rate', 'double')) FROM rates", 0)));
    }

    [Fact]
    public async Task A_connection_that_is_closed_and_opened_again_has_the_functions()
    {
        using var connection = new SqliteConnection($"Data Source=reopened-{Guid.NewGuid():N};Mode=Memory;Cache=Shared");
        connection.AddBlittableFunctions();
        for (var round = 0; round < 2; round++)
        {
            await connection.OpenAsync(TestContext.Current.CancellationToken);
            await using var context = new OrderContext(new DbContextOptionsBuilder().UseSqlite(connection).UseBlittable().Options);
            await context.Database.EnsureCreatedAsync(TestContext.Current.CancellationToken);
            Assert.Equal(0, await context.Orders.CountAsync(order => EF.Functions.BlittableGet<long?>(order.Document, "$.total") > 0, TestContext.Current.CancellationToken));
            await connection.CloseAsync();
        }
    }

    [Theory]
    [InlineData("blittable_get(Document, '$.items[0].sku')", "a")]
    [InlineData("blittable_get(Document, '$.items')", """[{"sku":"a"}]""")]
    [InlineData("blittable_get(Document, '$.count')", "1")]
    [InlineData("blittable_get(Document, '$.rate')", "0.5")]
    [InlineData("blittable_get(Document, '$.isNew')", "1")]
    [InlineData("typeof(blittable_get(Document, '$.count'))", "integer")]
    [InlineData("typeof(blittable_get(Document, '$.none'))", "null")]
    [InlineData("typeof(blittable_get(NULL, '$.count'))", "null")]
    [InlineData("blittable_get(Document, '$.items[0].sku', 'string')", "a")]
    [InlineData("typeof(blittable_get(Document, '$.count', 'string'))", "null")]
    [InlineData("blittable_get(Document, '$.count', 'long')", "1")]
    [InlineData("blittable_get(Document, '$.count', 'int')", "1")]
    [InlineData("typeof(blittable_get(Document, '$.count', 'double'))", "real")]
    [InlineData("blittable_get(Document, '$.isNew', 'bool')", "1")]
    [InlineData("typeof(blittable_get(NULL, '$.count', 'long'))", "null")]
    [InlineData("typeof(blittable_get(Document, NULL, 'long'))", "null")]
    [InlineData("json_extract(blittable_json(Document), '$.items[0].sku')", "a")]
    [InlineData("typeof(blittable_json(NULL))", "null")]
    public async Task Functions_of_SQLite_read_documents(string expression, string expected)
    {
        await using var context = await CreateAsync();
        Assert.Equal(expected, Assert.Single(await _database.ColumnAsync($"SELECT {expression} FROM adapter_orders WHERE Id = 1", 0)));
    }

    [Fact]
    public async Task An_invalid_document_path_or_type_is_an_SQL_error()
    {
        await using var context = await CreateAsync();
        await Assert.ThrowsAsync<SqliteException>(() => _database.ColumnAsync("SELECT blittable_get(x'0102', '$.a')", 0));
        await Assert.ThrowsAsync<SqliteException>(() => _database.ColumnAsync("SELECT blittable_get(Document, 'no path') FROM adapter_orders", 0));
        await Assert.ThrowsAsync<SqliteException>(() => _database.ColumnAsync("SELECT blittable_get(Document, '$.count', 'decimal') FROM adapter_orders", 0));
        await Assert.ThrowsAsync<SqliteException>(() => _database.ColumnAsync("SELECT blittable_get(Document, '$.count', NULL) FROM adapter_orders", 0));
    }

    /// <summary>Creates another context on the same connection.</summary>
    private OrderContext Open(BlittableDictionary? dictionary)
    {
        var context = new OrderContext(_database.Use().UseBlittable(dictionary).Options);

        // This registers the functions of Entity Framework Core itself, which it cannot do while a statement is active.
        _ = context.Database.GetDbConnection();
        return context;
    }

    private async Task<OrderContext> CreateAsync()
    {
        var context = await _database.CreateAsync(options => new OrderContext(options));
        foreach (var json in new[] { """{"total":1,"count":1,"rate":0.5,"isNew":true,"items":[{"sku":"a"}]}""", """{"total":2,"items":[{"sku":"b"}]}""", """{"total":3,"count":3}""" })
        {
            context.Add(new OrderRow { Document = BlittableDocument.Parse(json) });
            await context.SaveChangesAsync();
        }

        context.ChangeTracker.Clear();
        return context;
    }

    private sealed class RateContext(DbContextOptions options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<OrderRow>(row =>
        {
            row.ToTable("rates");
            row.Property(order => order.Document).IsBlittable();
            row.Ignore(order => order.Order);
            row.Property<double?>("Rate").IsPromotedFrom(nameof(OrderRow.Document), "$.rate");
        });
    }

    private sealed class WrongContext(DbContextOptions options) : DbContext(options)
    {
        protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<OrderRow>(row =>
        {
            row.Property(order => order.Document).IsBlittable();
            row.Ignore(order => order.Order);
            row.Property(order => order.Total).IsPromotedFrom(nameof(OrderRow.Id), "$.total");
        });
    }
}
