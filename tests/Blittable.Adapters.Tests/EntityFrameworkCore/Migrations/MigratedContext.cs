using Blittable.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace Blittable.Adapters.Tests.EntityFrameworkCore.Migrations;

/// <summary>A model with migrations. The scaffolder of Microsoft.EntityFrameworkCore.Design 10.0.12, which <c>dotnet ef migrations add</c> runs, wrote them and their
/// snapshots.</summary>
internal abstract class MigratedContext(DbContextOptions options) : DbContext(options)
{
    public DbSet<MigratedRow> Rows => Set<MigratedRow>();

    protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<MigratedRow>(row =>
    {
        row.ToTable("rows");
        row.Property(item => item.Document).IsBlittable();
        row.Property(item => item.Name).IsPromotedFrom(nameof(MigratedRow.Document), "$.name");
        row.Property(item => item.Json).IsPromotedJsonFrom(nameof(MigratedRow.Document));
        row.Property(item => item.Total).IsPromotedFrom(nameof(MigratedRow.Document), "$.total");
        row.HasIndex(item => item.Name);
        Configure(row);
    });

    /// <summary>Adds what depends on the database: the type of JSON columns and a generated column.</summary>
    protected abstract void Configure(EntityTypeBuilder<MigratedRow> row);
}
