using Blittable.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore;

namespace Blittable.Adapters.Tests.EntityFrameworkCore;

/// <summary>Rows with a document, an object stored as a document, and columns promoted from the document.</summary>
internal sealed class OrderContext(DbContextOptions options) : DbContext(options)
{
    public DbSet<OrderRow> Orders => Set<OrderRow>();

    protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<OrderRow>(row =>
    {
        row.ToTable("adapter_orders");
        row.Property(order => order.Document).IsBlittable(Samples.Dictionary);
        row.Property(order => order.Order).IsBlittableObject();
        row.Property(order => order.Total).IsPromotedFrom(nameof(OrderRow.Document), "$.total");
        row.Property(order => order.At).IsPromotedFrom(nameof(OrderRow.Document), "$.at");
        row.Property<string?>("CustomerId").IsPromotedFrom(nameof(OrderRow.Document), "$.customer.id");
        row.HasIndex("CustomerId");
    });
}
