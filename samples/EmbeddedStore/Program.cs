// Writes company profiles to a single-file document store, reopens it, and reads, adds and removes documents.
using System.Globalization;
using System.Text;
using Blittable;
using EmbeddedStore;

string[] lines = File.ReadAllLines(FindSample());
string path = Path.Combine(Path.GetTempPath(), $"companies-{Environment.ProcessId}.store");
try
{
    using (var store = new DocumentStore(path))
    {
        foreach (string line in lines)
        {
            using var document = BlittableDocument.Parse(line);
            store.Put(document.Root.GetProperty("permalink"u8).GetString()!, Encoding.UTF8.GetBytes(line));
        }

        Console.WriteLine($"{store.Count} documents, {lines.Sum(Encoding.UTF8.GetByteCount)} bytes of JSON, in a file of {store.FileLength} bytes.");
    }

    using (var store = new DocumentStore(path))
    {
        store.Put("nowhere", """{"name":"Nowhere","offices":[]}"""u8);
        store.Remove("nowhere");
        Console.WriteLine($"{store.Count} documents after reopening the file.");
        return Report(store, lines) ? 0 : 1;
    }
}
finally
{
    File.Delete(path);
}

// Reads a few properties of each document in the memory-mapped file, and compares the restored JSON with the original.
static bool Report(DocumentStore store, string[] lines)
{
    bool equal = true;
    double northernmost = -90;
    string? where = null;
    foreach (string line in lines)
    {
        using var original = BlittableDocument.Parse(line);
        string key = original.Root.GetProperty("permalink"u8).GetString()!;
        if (!store.TryGet(key, out BlittableValue company))
        {
            return false;
        }

        equal &= company.ToJson() == line;
        foreach (BlittableValue office in company.GetProperty("offices"u8).EnumerateArray())
        {
            if (office.GetProperty("latitude"u8).GetDouble() is var latitude && latitude > northernmost)
            {
                northernmost = latitude;
                where = $"{company.GetProperty("name"u8).GetString()} in {office.GetProperty("city"u8).GetString()}";
            }
        }
    }

    Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"The northernmost office is {where}, at {northernmost}°."));
    Console.WriteLine(equal ? "Every document restores its original JSON." : "A document does not restore its original JSON.");
    return equal;
}

static string FindSample()
{
    for (string? folder = AppContext.BaseDirectory; folder is not null; folder = Path.GetDirectoryName(folder))
    {
        string sample = Path.Combine(folder, "datasets", "files", "companies-sample.ndjson");
        if (File.Exists(sample))
        {
            return sample;
        }
    }

    throw new FileNotFoundException("No parent folder of this program contains datasets/files/companies-sample.ndjson.");
}
