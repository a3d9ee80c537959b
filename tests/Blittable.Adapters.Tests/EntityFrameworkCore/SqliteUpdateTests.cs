namespace Blittable.Adapters.Tests.EntityFrameworkCore;

public sealed class SqliteUpdateTests() : UpdateTests(new SqliteDatabase());
