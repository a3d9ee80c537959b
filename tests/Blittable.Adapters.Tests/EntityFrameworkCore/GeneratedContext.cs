using Blittable.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore;

namespace Blittable.Adapters.Tests.EntityFrameworkCore;

/// <summary>Rows whose promoted JSON text is read by JSON functions of the database, in generated columns and in queries.</summary>
internal sealed class GeneratedContext(DbContextOptions options) : DbContext(options)
{
    public DbSet<GeneratedRow> Rows => Set<GeneratedRow>();

    protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<GeneratedRow>(row =>
    {
        var isPostgres = Database.IsNpgsql();
        row.ToTable("generated");
        row.Property(item => item.Document).IsBlittable();
        row.Property(item => item.Json).IsPromotedJsonFrom(nameof(GeneratedRow.Document));
        row.Property(item => item.Customer).IsPromotedJsonFrom(nameof(GeneratedRow.Document), "$.customer");
        row.Property(item => item.State).HasComputedColumnSql(isPostgres ? "\"Json\" ->> 'state'" : "\"Json\" ->> '$.state'", stored: true);

        // SQLite has a function for documents; PostgreSQL needs the promoted text.
        row.Property(item => item.City).HasComputedColumnSql(
            isPostgres ? "\"Customer\" ->> 'city'" : "json_extract(blittable_json(\"Document\"), '$.customer.city')", stored: true);
        row.HasIndex(item => item.State).HasDatabaseName("by_state");
        row.HasIndex(item => item.City).HasDatabaseName("by_city");
        if (isPostgres)
        {
            row.Property(item => item.Json).HasColumnType("jsonb");
            row.Property(item => item.Customer).HasColumnType("jsonb");
        }
    });
}
