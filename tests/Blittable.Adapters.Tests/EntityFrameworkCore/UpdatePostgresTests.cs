namespace Blittable.Adapters.Tests.EntityFrameworkCore;

public sealed class UpdatePostgresTests() : UpdateTests(new PostgresDatabase());
