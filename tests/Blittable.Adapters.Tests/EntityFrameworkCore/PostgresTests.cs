namespace Blittable.Adapters.Tests.EntityFrameworkCore;

public sealed class PostgresTests() : OrderTests(new PostgresDatabase());
