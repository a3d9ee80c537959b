using Microsoft.EntityFrameworkCore;

namespace Blittable.Adapters.Tests.EntityFrameworkCore.Migrations;

public sealed class MigrationPostgresTests() : MigrationTests(new PostgresDatabase())
{
    private protected override MigratedContext Create(DbContextOptions options) => new PostgresMigratedContext(options);
}
