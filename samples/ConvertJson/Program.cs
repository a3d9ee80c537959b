// Converts a JSON text to a document, reads three properties in place, and restores the JSON.
using System.Globalization;
using Blittable;

const string json = """
    {"name":"Ada Lovelace","born":"1815-12-10","works":[{"title":"Notes on the Analytical Engine","year":1843,"pages":66.0}]}
    """;

// Convert the text once. The resulting bytes could also be stored in a file or a database.
using var document = BlittableDocument.Parse(json);
Console.WriteLine($"{json.Length} bytes of JSON were converted to a document of {document.Bytes.Length} bytes.");

// Read values directly from the bytes, as often as needed. Nothing is parsed, and only strings are allocated.
BlittableValue root = document.Root;
string? name = root.GetProperty("name"u8).GetString();
DateOnly born = root.GetProperty("born"u8).GetDateOnly();
int year = root.GetProperty("works"u8)[0].GetProperty("year"u8).GetInt32();
Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{name}, born {born:yyyy-MM-dd}, published in {year}."));

// Restore the exact text, including 66.0.
string restored = root.ToJson();
Console.WriteLine(restored);
return restored == json ? 0 : 1;
