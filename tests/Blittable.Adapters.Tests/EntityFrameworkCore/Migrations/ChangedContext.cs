using Blittable.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore;

namespace Blittable.Adapters.Tests.EntityFrameworkCore.Migrations;

/// <summary>The model of <see cref="MigratedContext"/> without what depends on the database, with another promoted property.</summary>
internal sealed class ChangedContext(DbContextOptions options) : DbContext(options)
{
    protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<MigratedRow>(row =>
    {
        row.ToTable("rows");
        row.Property(item => item.Document).IsBlittable();
        row.Property(item => item.Name).IsPromotedFrom(nameof(MigratedRow.Document), "$.name");
        row.Property(item => item.Json);
        row.Property(item => item.State);
        row.Property(item => item.Total).IsPromotedFrom(nameof(MigratedRow.Document), "$.total");
        row.Property<long?>("Count").IsPromotedFrom(nameof(MigratedRow.Document), "$.count");
        row.HasIndex(item => item.Name);
    });
}
