namespace Blittable.Adapters.Tests.EntityFrameworkCore;

public sealed class SqliteTests() : OrderTests(new SqliteDatabase());
