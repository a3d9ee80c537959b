using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Metadata.Builders;

namespace Blittable.Adapters.Tests.EntityFrameworkCore.Migrations;

internal sealed class SqliteMigratedContext(DbContextOptions options) : MigratedContext(options)
{
    protected override void Configure(EntityTypeBuilder<MigratedRow> row) =>
        row.Property(item => item.State).HasComputedColumnSql("json_extract(blittable_json(\"Document\"), '$.state')", stored: true);
}
