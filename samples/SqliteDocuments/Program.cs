// Stores documents in an embedded SQLite database. Each document is converted once, when it is stored, and then read in place.
//
//   dotnet run -c Release --project samples/SqliteDocuments
using System.Text;
using Blittable;
using Microsoft.Data.Sqlite;

SQLitePCL.Batteries_V2.Init();
using var connection = new SqliteConnection("Data Source=:memory:");
connection.Open();

// The date is promoted to a separate column, in seconds since 1970, so that the database can filter by it. The documents share a dictionary.
Execute("CREATE TABLE orders (key INTEGER PRIMARY KEY, document BLOB NOT NULL, ordered BIGINT NOT NULL)");
Execute("CREATE TABLE orders_dictionary (version INTEGER PRIMARY KEY, changes BLOB NOT NULL)");
Execute("CREATE INDEX orders_ordered ON orders (ordered)");

var texts = Enumerable.Range(1, 1_000)
    .Select(key => Encoding.UTF8.GetBytes($$"""{"customer":"Customer {{key % 7}}","ordered":"{{2015 + (key % 11)}}-03-01T08:30:00Z","total":{{key}}.50}"""))
    .ToArray();

using (var transaction = connection.BeginTransaction())
{
    // Commit the dictionary before the documents or together with them. They cannot be read without it.
    var trained = BlittableDictionary.Train(texts.Take(100).Select(text => new ReadOnlyMemory<byte>(text)));
    Execute("INSERT INTO orders_dictionary VALUES ($version, $changes)", ("$version", trained.Version), ("$changes", trained.Save()));

    using var converter = new BlittableConverter(BlittableOptions.Smallest with { Dictionary = trained });
    for (var key = 1; key <= texts.Length; key++)
    {
        var document = converter.Convert(texts[key - 1]).ToArray();
        var ordered = BlittableValue.Open(document, trained).GetProperty("ordered"u8).GetTimestamp();
        Execute("INSERT INTO orders VALUES ($key, $document, $ordered)", ("$key", key), ("$document", document), ("$ordered", ordered.UnixSeconds));
    }

    transaction.Commit();
}

// Another program would start here.
var dictionary = BlittableDictionary.Load((byte[])Command("SELECT changes FROM orders_dictionary").ExecuteScalar()!);
using var select = Command($"SELECT document FROM orders WHERE ordered >= {StartOf(2020)} AND ordered < {StartOf(2021)}");
using var reader = select.ExecuteReader();
var (count, total, bytes) = (0, 0m, 0L);
while (reader.Read())
{
    var document = (byte[])reader.GetValue(0);
    total += BlittableValue.Open(document, dictionary).GetProperty("total"u8).GetDecimal();
    bytes += document.Length;
    count++;
}

Console.WriteLine($"2020: {count} orders, {total} in total, {bytes / count} bytes per document, {texts.Average(text => text.Length):F0} as JSON");

static long StartOf(int year) => new DateTimeOffset(year, 1, 1, 0, 0, 0, TimeSpan.Zero).ToUnixTimeSeconds();

void Execute(string sql, params (string Name, object Value)[] parameters)
{
    using var command = Command(sql);
    foreach (var (name, value) in parameters)
    {
        command.Parameters.AddWithValue(name, value);
    }

    command.ExecuteNonQuery();
}

SqliteCommand Command(string sql)
{
    var command = connection.CreateCommand();
    command.CommandText = sql;
    return command;
}
