// Uses documents as entity properties, and promotes values inside them to columns that the database can index and query.
//
//   dotnet run -c Release --project samples/EntityFrameworkDocuments
using Blittable;
using EntityFrameworkDocuments;
using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;

SQLitePCL.Batteries_V2.Init();
using var connection = new SqliteConnection("Data Source=:memory:");
await connection.OpenAsync();

await using (var context = new OrderContext(connection))
{
    await context.Database.EnsureCreatedAsync();
    for (var number = 1; number <= 1_000; number++)
    {
        var json = $$"""{"customer":{"name":"Customer {{number % 7}}"},"total":{{number}}.50,"state":"open"}""";
        context.Add(new Order { Document = BlittableDocument.Parse(json, new BlittableOptions { Mode = BlittableMode.Disk }) });
    }

    await context.SaveChangesAsync();
}

await using (var context = new OrderContext(connection))
{
    var orders = await context.Orders.Where(order => order.Customer == "Customer 3").OrderBy(order => order.Id).ToListAsync();
    var total = orders.Sum(order => order.Document.Root.GetProperty("total"u8).GetDecimal());
    Console.WriteLine($"Customer 3: {orders.Count} orders, {total} in total; the first: {orders[0].Document.Root.ToJson()}");
    return orders.Count == 143 ? 0 : 1;
}
