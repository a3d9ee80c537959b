using Blittable.EntityFrameworkCore;
using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;

namespace EntityFrameworkDocuments;

internal sealed class OrderContext(SqliteConnection connection) : DbContext
{
    public DbSet<Order> Orders => Set<Order>();

    protected override void OnConfiguring(DbContextOptionsBuilder optionsBuilder) =>
        optionsBuilder.UseSqlite(connection).UseBlittable();

    protected override void OnModelCreating(ModelBuilder modelBuilder) => modelBuilder.Entity<Order>(order =>
    {
        order.Property(row => row.Document).IsBlittable();
        order.Property(row => row.Customer).IsPromotedFrom(nameof(Order.Document), "$.customer.name");
        order.Property(row => row.Total).IsPromotedFrom(nameof(Order.Document), "$.total");
        order.HasIndex(row => row.Customer);
    });
}
