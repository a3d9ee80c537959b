// Documents in SQLite, embedded: each is converted once when it is stored, and read in place ever after.
//
//   dotnet run -c Release --project samples/SqliteDocuments
using System.Text;
using Blittable;
using Blittable.Dates;
using Microsoft.Data.Sqlite;

SQLitePCL.Batteries_V2.Init();
using var connection = new SqliteConnection("Data Source=:memory:");
connection.Open();

// The year of the date is promoted to a column of its own, so that the database can select by it.
Execute("CREATE TABLE orders (key INTEGER PRIMARY KEY, document BLOB NOT NULL, ordered BIGINT NOT NULL)");
Execute($"CREATE INDEX orders_year ON orders ({DateSql.FromBitpack(DateField.Year, "ordered")})");

using (var transaction = connection.BeginTransaction())
using (var converter = new BlittableConverter(new BlittableOptions { Mode = BlittableMode.Disk }))
using (var insert = connection.CreateCommand())
{
    insert.CommandText = "INSERT INTO orders VALUES ($key, $document, $ordered)";
    for (var key = 1; key <= 1_000; key++)
    {
        var json = $$"""{"customer":"Customer {{key % 7}}","ordered":"{{2015 + (key % 11)}}-03-01T08:30:00Z","total":{{key}}.50}""";
        var document = converter.Convert(Encoding.UTF8.GetBytes(json)).ToArray();
        var ordered = BlittableValue.Open(document).GetProperty("ordered"u8).GetTimestamp();
        insert.Parameters.Clear();
        insert.Parameters.AddWithValue("$key", key);
        insert.Parameters.AddWithValue("$document", document);
        insert.Parameters.AddWithValue("$ordered", BitpackDate.Pack(ordered));
        insert.ExecuteNonQuery();
    }

    transaction.Commit();
}

using var select = connection.CreateCommand();
select.CommandText = $"SELECT document FROM orders WHERE {DateSql.FromBitpack(DateField.Year, "ordered")} = 2020";
using var reader = select.ExecuteReader();
var (count, total, bytes) = (0, 0m, 0L);
while (reader.Read())
{
    var document = (byte[])reader.GetValue(0);
    total += BlittableValue.Open(document).GetProperty("total"u8).GetDecimal();
    bytes += document.Length;
    count++;
}

Console.WriteLine($"2020: {count} orders, {total} in total, {bytes / count} bytes a document");

void Execute(string sql)
{
    using var command = connection.CreateCommand();
    command.CommandText = sql;
    command.ExecuteNonQuery();
}
