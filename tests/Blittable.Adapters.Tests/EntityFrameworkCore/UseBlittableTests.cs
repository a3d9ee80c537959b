using Blittable.EntityFrameworkCore;
using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Diagnostics;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Migrations;

namespace Blittable.Adapters.Tests.EntityFrameworkCore;

/// <summary>Tests <c>UseBlittable()</c>: promoted properties that are never missing or stale, SQLite functions, indexes on them, and migrations.</summary>
public sealed class UseBlittableTests : IDisposable
{
    private readonly SqliteConnection _connection = new("Data Source=:memory:");

    static UseBlittableTests() => SQLitePCL.Batteries_V2.Init();

    public void Dispose() => _connection.Dispose();

    [Fact]
    public void A_model_with_promoted_properties_requires_UseBlittable()
    {
        using var context = new OrderContext(new DbContextOptionsBuilder().UseSqlite(_connection).Options);
        var fault = Assert.Throws<InvalidOperationException>(() => context.Model);
        Assert.Contains("UseBlittable()", fault.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_property_promoted_from_a_property_that_is_not_a_document_is_rejected()
    {
        using var context = new WrongContext(new DbContextOptionsBuilder().UseSqlite(_connection).UseBlittable().Options);
        Assert.Contains("'Id'", Assert.Throws<InvalidOperationException>(() => context.Model).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task ExecuteUpdate_must_set_the_document_and_all_promoted_properties()
    {
        await using var context = await CreateAsync();
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
    public async Task Queries_read_document_values_and_use_an_index_on_them()
    {
        await using var context = await CreateAsync();
        await context.Database.ExecuteSqlRawAsync("CREATE INDEX by_item ON adapter_orders (blittable_get(\"Document\", '$.items[0].sku'))");

        var query = context.Orders.Where(order => EF.Functions.BlittableGet<string>(order.Document, "$.items[0].sku") == "b");
        Assert.Equal([2], await query.Select(order => order.Id).ToListAsync());
        Assert.Equal([3L, null, 1L], await context.Orders.OrderByDescending(order => order.Id).Select(order => EF.Functions.BlittableGet<long?>(order.Document, "$.count")).ToListAsync());

        var plan = await ColumnAsync($"EXPLAIN QUERY PLAN SELECT * FROM adapter_orders AS a WHERE blittable_get(a.Document, '$.items[0].sku') = 'b'", 3);
        Assert.Contains("USING INDEX by_item", Assert.Single(plan), StringComparison.Ordinal);
        Assert.Contains("'$.items[0].sku'", query.ToQueryString(), StringComparison.Ordinal);
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
    [InlineData("json_extract(blittable_json(Document), '$.items[0].sku')", "a")]
    [InlineData("typeof(blittable_json(NULL))", "null")]
    public async Task Functions_of_SQLite_read_documents(string expression, string expected)
    {
        await using var context = await CreateAsync();
        Assert.Equal(expected, Assert.Single(await ColumnAsync($"SELECT {expression} FROM adapter_orders WHERE Id = 1", 0)));
    }

    [Fact]
    public async Task An_invalid_document_or_path_is_an_SQL_error()
    {
        await using var context = await CreateAsync();
        await Assert.ThrowsAsync<SqliteException>(() => ColumnAsync("SELECT blittable_get(x'0102', '$.a')", 0));
        await Assert.ThrowsAsync<SqliteException>(() => ColumnAsync("SELECT blittable_get(Document, 'no path') FROM adapter_orders", 0));
    }

    [Fact]
    public async Task Migrations_create_columns_and_an_index_on_a_function()
    {
        var options = new DbContextOptionsBuilder().UseSqlite(_connection).UseBlittable()
            .ConfigureWarnings(warnings => warnings.Ignore(RelationalEventId.PendingModelChangesWarning)).Options;
        await _connection.OpenAsync(TestContext.Current.CancellationToken);
        await using var context = new MigratedContext(options);

        await context.Database.MigrateAsync(TestContext.Current.CancellationToken);

        context.Add(new MigratedRow { Document = BlittableDocument.Parse("""{"name":"Anna"}""") });
        await context.SaveChangesAsync(TestContext.Current.CancellationToken);
        Assert.Equal("Anna", (await context.Rows.SingleAsync(row => EF.Functions.BlittableGet<string>(row.Document, "$.name") == "Anna", TestContext.Current.CancellationToken)).Name);
        var differ = context.GetService<IMigrationsModelDiffer>();
        var model = context.GetService<IDesignTimeModel>().Model;
        Assert.False(differ.HasDifferences(model.GetRelationalModel(), model.GetRelationalModel()));
        Assert.Equal(
            ["Document", "Id", "Name"],
            differ.GetDifferences(null, model.GetRelationalModel()).OfType<Microsoft.EntityFrameworkCore.Migrations.Operations.CreateTableOperation>().Single().Columns.Select(column => column.Name).Order());
        Assert.Null(model.FindAnnotation("Blittable:Registered"));
    }

    private async Task<OrderContext> CreateAsync()
    {
        await _connection.OpenAsync();
        var context = new OrderContext(new DbContextOptionsBuilder().UseSqlite(_connection).UseBlittable().Options);
        await context.Database.EnsureCreatedAsync();
        foreach (var json in new[] { """{"total":1,"count":1,"rate":0.5,"isNew":true,"items":[{"sku":"a"}]}""", """{"total":2,"items":[{"sku":"b"}]}""", """{"total":3,"count":3}""" })
        {
            context.Add(new OrderRow { Document = BlittableDocument.Parse(json) });
            await context.SaveChangesAsync();
        }

        context.ChangeTracker.Clear();
        return context;
    }

    private async Task<List<string>> ColumnAsync(string sql, int column)
    {
        await using var command = _connection.CreateCommand();
        command.CommandText = sql;
        await using var reader = await command.ExecuteReaderAsync();
        var values = new List<string>();
        while (await reader.ReadAsync())
        {
            values.Add(Convert.ToString(reader.GetValue(column), System.Globalization.CultureInfo.InvariantCulture)!);
        }

        return values;
    }

    internal sealed class MigratedRow
    {
        public int Id { get; set; }

        public required BlittableDocument Document { get; set; }

        public string? Name { get; private set; }
    }

    internal sealed class MigratedContext(DbContextOptions options) : DbContext(options)
    {
        public DbSet<MigratedRow> Rows => Set<MigratedRow>();

        protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<MigratedRow>(row =>
        {
            row.ToTable("rows");
            row.Property(item => item.Document).IsBlittable();
            row.Property(item => item.Name).IsPromotedFrom(nameof(MigratedRow.Document), "$.name");
        });
    }

    [DbContext(typeof(MigratedContext))]
    [Migration("20260101000000_First")]
    internal sealed class First : Migration
    {
        protected override void Up(MigrationBuilder migrationBuilder)
        {
            migrationBuilder.CreateTable(
                "rows",
                table => new
                {
                    Id = table.Column<int>(nullable: false).Annotation("Sqlite:Autoincrement", true),
                    Document = table.Column<byte[]>(nullable: false),
                    Name = table.Column<string>(nullable: true),
                },
                constraints: table => table.PrimaryKey("pk", row => row.Id));
            migrationBuilder.Sql("CREATE INDEX by_name ON rows (blittable_get(Document, '$.name'))");
        }
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
