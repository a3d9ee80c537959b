using Blittable.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore;

namespace Blittable.Adapters.Tests.EntityFrameworkCore;

/// <summary>Promoted properties in each kind of entity: a hierarchy, owned types, shared types and property bags.</summary>
internal sealed class UpdateContext(DbContextOptions options) : DbContext(options)
{
    public DbSet<Sale> Sales => Set<Sale>();

    public DbSet<Parcel> Parcels => Set<Parcel>();

    public DbSet<SharedRow> Current => Set<SharedRow>("Current");

    /// <summary>Gets entries whose names are not promoted.</summary>
    public DbSet<SharedRow> Archived => Set<SharedRow>("Archived");

    public DbSet<Dictionary<string, object>> Bags => Set<Dictionary<string, object>>("Bag");

    protected override void OnModelCreating(ModelBuilder modelBuilder)
    {
        modelBuilder.Entity<Sale>(sale =>
        {
            sale.Property(row => row.Document).IsBlittable();
            sale.Property(row => row.Total).IsPromotedFrom(nameof(Sale.Document), "$.total");
        });
        modelBuilder.Entity<ShopSale>().Property(row => row.Shop).IsPromotedFrom(nameof(Sale.Document), "$.shop");
        modelBuilder.Entity<Parcel>(parcel =>
        {
            parcel.OwnsOne(row => row.Outbound, Content);
            parcel.OwnsOne(row => row.Inbound, Content);
        });
        modelBuilder.SharedTypeEntity<SharedRow>("Current", entry =>
        {
            entry.Property(row => row.Document).IsBlittable();
            entry.Property(row => row.Name).IsPromotedFrom(nameof(SharedRow.Document), "$.name");
        });
        modelBuilder.SharedTypeEntity<SharedRow>("Archived", entry => entry.Property(row => row.Document).IsBlittable());
        modelBuilder.SharedTypeEntity<Dictionary<string, object>>("Bag", bag =>
        {
            bag.IndexerProperty<int>("Id");
            bag.IndexerProperty<BlittableDocument>("Document").IsBlittable();
            bag.IndexerProperty<string?>("Name").IsPromotedFrom("Document", "$.name");
        });

        static void Content(Microsoft.EntityFrameworkCore.Metadata.Builders.OwnedNavigationBuilder<Parcel, ParcelContent> content)
        {
            content.Property(row => row.Document).IsBlittable();
            content.Property(row => row.Code).IsPromotedFrom(nameof(ParcelContent.Document), "$.code");
        }
    }
}
