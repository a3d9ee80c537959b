// Stores documents in PostgreSQL, with a promoted amount and a promoted date.
//
//   SERVERS=postgres .ci/servers run dotnet run -c Release --project samples/PostgresDocuments
//
// or with your own server, with its connection string in BLITTABLE_POSTGRES.
using System.Text;
using Blittable.Dates;
using Blittable.Npgsql;
using Npgsql;

if (Environment.GetEnvironmentVariable("BLITTABLE_POSTGRES") is not { Length: > 0 } address)
{
    Console.WriteLine("No PostgreSQL server is configured: run this program under '.ci/servers run', or set BLITTABLE_POSTGRES.");
    return;
}

await using var source = new NpgsqlDataSourceBuilder(address).UseBlittable().Build();
var table = new BlittableTable<long>(source, new BlittableTableOptions
{
    Name = "sample_orders",
    Promoted =
    [
        new PromotedColumn("total", "$.total", PromotedType.Decimal),
        new PromotedColumn("ordered", "$.ordered", PromotedType.EpochDate) { IsIndexed = true },
    ],
});
await table.DropAsync();
await table.CreateAsync();

var loaded = await table.LoadAsync(Enumerable.Range(1, 10_000).Select(key => new BlittableRow<long>(key, Encoding.UTF8.GetBytes(
    $$"""{"customer":"Customer {{key % 7}}","ordered":"{{2015 + (key % 11)}}-03-01T08:30:00Z","total":{{key}}.50}"""))));
Console.WriteLine($"{loaded} documents loaded, {await table.SumAsync("total")} in total");

using (var document = await table.GetAsync(4_711))
{
    Console.WriteLine($"4711: {document!.Root.GetProperty("customer"u8).GetString()}");
}

// Filter by the promoted date, and read the documents in place over one reusable buffer.
var (first, last) = EpochDate.YearBounds(2020);
await using (var command = source.CreateCommand("SELECT document FROM sample_orders WHERE ordered BETWEEN $1 AND $2"))
{
    command.Parameters.Add(new NpgsqlParameter<long> { TypedValue = first });
    command.Parameters.Add(new NpgsqlParameter<long> { TypedValue = last });
    await using var reader = await command.ExecuteReaderAsync();
    // Property names are in the table's dictionary. Get it after the query has begun, so that it covers all rows of the result.
    var dictionary = await table.GetDictionaryAsync();
    var buffer = new BlittableBuffer();
    var total = 0m;
    while (await reader.ReadAsync())
    {
        total += reader.GetBlittable(0, buffer, dictionary).GetProperty("total"u8).GetDecimal();
    }

    Console.WriteLine($"2020: {total}");
}

await table.DropAsync();
