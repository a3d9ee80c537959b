using Microsoft.EntityFrameworkCore;

namespace Blittable.Adapters.Tests.EntityFrameworkCore.Migrations;

public sealed class SqliteMigrationTests() : MigrationTests(new SqliteDatabase())
{
    private protected override MigratedContext Create(DbContextOptions options) => new SqliteMigratedContext(options);
}
