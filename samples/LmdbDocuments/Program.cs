// Implements a document store in LMDB. Each document is converted once, and then read in the mapped page without copying.
//
//   dotnet run -c Release --project samples/LmdbDocuments
using System.Text;
using LmdbDocuments;

LmdbLibrary.Use();
var folder = Directory.CreateTempSubdirectory("blittable-lmdb-").FullName;
try
{
    var orders = Enumerable.Range(1, 10_000)
        .Select(key => ((long)key, (ReadOnlyMemory<byte>)Encoding.UTF8.GetBytes(
            $$"""{"customer":"Customer {{key % 700}}","ordered":"{{2015 + (key % 11)}}-03-01T08:30:00Z","state":"open","total":{{key}}.50}""")))
        .ToList();
    using (var store = new DocumentStore(folder, "$.customer", orders.Take(500).Select(order => order.Item2)))
    {
        store.Put(orders);
        store.Update(4_242, order => order.Set("$.state", "\"shipped\""u8));
    }

    // Another program would start here. The dictionary is loaded from the store.
    using (var store = new DocumentStore(folder, "$.customer", []))
    using (var snapshot = store.Read())
    {
        if (!snapshot.TryGet(4_242, out var order))
        {
            return 1;
        }

        Console.WriteLine($"order 4242: {order.ToJson()}");
        var keys = snapshot.Find("Customer 42");
        var total = 0m;
        foreach (var key in keys)
        {
            total += snapshot.TryGet(key, out var found) ? found.GetProperty("total"u8).GetDecimal() : 0;
        }

        Console.WriteLine($"Customer 42: {keys.Count} orders, {total} in total");
        return order.GetProperty("state"u8).GetString() == "shipped" && keys.Count == 15 ? 0 : 1;
    }
}
finally
{
    Directory.Delete(folder, recursive: true);
}
