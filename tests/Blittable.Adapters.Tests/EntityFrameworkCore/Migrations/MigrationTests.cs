using Blittable.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Metadata;
using Microsoft.EntityFrameworkCore.Migrations;
using Microsoft.EntityFrameworkCore.Migrations.Operations;

namespace Blittable.Adapters.Tests.EntityFrameworkCore.Migrations;

/// <summary>Tests migrations of models with documents and promoted properties, with the snapshots and warnings that programs have.</summary>
public abstract class MigrationTests : IAsyncDisposable
{
    private readonly TestDatabase _database;

    private protected MigrationTests(TestDatabase database) => _database = database;

    public ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        return _database.DisposeAsync();
    }

    [Fact]
    public async Task A_migrated_database_stores_documents_and_their_promoted_values()
    {
        var stop = TestContext.Current.CancellationToken;
        await using var context = Create(_database.Use().UseBlittable().Options);
        await context.Database.MigrateAsync(stop);
        context.Add(new MigratedRow { Document = BlittableDocument.Parse("""{"name":"Anna","total":12.50,"state":"open"}""") });
        await context.SaveChangesAsync(stop);
        context.ChangeTracker.Clear();

        var row = await context.Rows.SingleAsync(row => row.Name == "Anna" && row.State == "open" && row.Total == 12.5m, stop);
        Assert.Contains("12.50", row.Json, StringComparison.Ordinal);
        Assert.Empty(await context.Database.GetPendingMigrationsAsync(stop));

        await context.GetService<IMigrator>().MigrateAsync(Migration.InitialDatabase, stop);
        await Assert.ThrowsAnyAsync<System.Data.Common.DbException>(() => context.Rows.CountAsync(stop));
    }

    [Fact]
    public void The_snapshot_has_the_promoted_properties_and_no_pending_changes()
    {
        using var context = Create(_database.Use().UseBlittable().Options);
        Assert.False(context.Database.HasPendingModelChanges());
        var row = Snapshot(context).FindEntityType(typeof(MigratedRow).FullName!)!;
        Assert.Equal("Document|$.name", row.FindProperty("Name")!.FindAnnotation("Blittable:PromotedFrom")!.Value);
        Assert.Equal("Document|json|$", row.FindProperty("Json")!.FindAnnotation("Blittable:PromotedFrom")!.Value);
        Assert.Null(row.FindProperty("State")!.FindAnnotation("Blittable:PromotedFrom"));
        Assert.Null(row.Model.FindAnnotation("Blittable:Registered"));
    }

    [Fact]
    public void A_new_promoted_property_is_a_new_column()
    {
        using var context = Create(_database.Use().UseBlittable().Options);
        using var changed = new ChangedContext(_database.Use().UseBlittable().Options);
        var snapshot = context.GetService<IModelRuntimeInitializer>().Initialize(((IMutableModel)Snapshot(context)).FinalizeModel(), designTime: true);
        var model = changed.GetService<IDesignTimeModel>().Model;
        var added = context.GetService<IMigrationsModelDiffer>().GetDifferences(snapshot.GetRelationalModel(), model.GetRelationalModel()).OfType<AddColumnOperation>();
        Assert.Equal("Count", Assert.Single(added).Name);
    }

    [Fact]
    public async Task Rows_stored_before_a_property_was_promoted_get_its_value_when_their_document_is_saved()
    {
        var stop = TestContext.Current.CancellationToken;
        await using var context = Create(_database.Use().UseBlittable().Options);
        await context.Database.MigrateAsync(stop);
        context.Add(new MigratedRow { Document = BlittableDocument.Parse("""{"name":"Anna","total":1}""") });
        await context.SaveChangesAsync(stop);
        await context.Database.ExecuteSqlRawAsync("UPDATE rows SET \"Name\" = NULL", stop);
        context.ChangeTracker.Clear();

        await foreach (var row in context.Rows.AsAsyncEnumerable())
        {
            context.Entry(row).Property(item => item.Document).IsModified = true;
        }

        await context.SaveChangesAsync(stop);
        Assert.Equal(1, await context.Rows.CountAsync(row => row.Name == "Anna", stop));
    }

    private protected abstract MigratedContext Create(DbContextOptions options);

    private static IModel Snapshot(DbContext context) => context.GetService<IMigrationsAssembly>().ModelSnapshot!.Model;
}
