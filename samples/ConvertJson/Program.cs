// Converts a JSON text to a document, reads three properties where they lie, and writes the JSON back.
using System.Globalization;
using Blittable;

const string json = """
    {"name":"Ada Lovelace","born":"1815-12-10","works":[{"title":"Notes on the Analytical Engine","year":1843,"pages":66.0}]}
    """;

// Once: the text becomes a run of bytes, which could as well go to a file or a database.
using var document = BlittableDocument.Parse(json);
Console.WriteLine($"{json.Length} bytes of JSON became {document.Bytes.Length} bytes.");

// As often as needed: values are read from those bytes. Nothing is parsed and, but for the strings, nothing allocated.
BlittableValue root = document.Root;
string? name = root.GetProperty("name"u8).GetString();
DateOnly born = root.GetProperty("born"u8).GetDateOnly();
int year = root.GetProperty("works"u8)[0].GetProperty("year"u8).GetInt32();
Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{name}, born {born:yyyy-MM-dd}, published in {year}."));

// And back: the same text, down to the 66.0.
string restored = root.ToJson();
Console.WriteLine(restored);
return restored == json ? 0 : 1;
