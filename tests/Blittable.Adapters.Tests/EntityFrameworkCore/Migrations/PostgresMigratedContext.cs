using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace Blittable.Adapters.Tests.EntityFrameworkCore.Migrations;

internal sealed class PostgresMigratedContext(DbContextOptions options) : MigratedContext(options)
{
    protected override void Configure(EntityTypeBuilder<MigratedRow> row)
    {
        row.Property(item => item.Json).HasColumnType("jsonb");
        row.Property(item => item.State).HasComputedColumnSql("\"Json\" ->> 'state'", stored: true);
    }
}
