using System.Text;
using Blittable;
using Blittable.Collections;
using Blittable.Dates;

const string json = """{"name":"package","numbers":[1,2.50,1e5],"since":"2011-01-01T00:00:00Z"}""";
foreach (BlittableMode mode in Enum.GetValues<BlittableMode>())
{
    using var document = BlittableDocument.Parse(json, new BlittableOptions { Mode = mode });
    if (document.Root.ToJson() != json || !document.Root.GetProperty("since"u8).IsDate)
    {
        Console.Error.WriteLine($"{mode}: {document.Root.ToJson()}");
        return 1;
    }
}

// The memory of disposed documents is reused. The tests cannot verify that, because their build of the library overwrites the memory instead.
var large = Encoding.UTF8.GetBytes($"[{string.Join(',', Enumerable.Range(0, 100_000).Select(i => $"{{\"id\":{i}}}"))}]");
var allocated = long.MaxValue;
for (var i = 0; i < 12; i++)
{
    var before = GC.GetAllocatedBytesForCurrentThread();
    using (BlittableDocument.Parse(large))
    {
    }

    allocated = Math.Min(allocated, GC.GetAllocatedBytesForCurrentThread() - before);
}

if (allocated > 200)
{
    Console.Error.WriteLine($"A disposed document of {large.Length} bytes of JSON allocates {allocated} bytes.");
    return 1;
}

var file = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
try
{
    using (var writer = CollectionWriter.Create(file))
    {
        writer.Add(Encoding.UTF8.GetBytes(json));
        writer.Commit();
    }

    using var reader = CollectionReader.Open(file);
    if (reader.Count != 1)
    {
        Console.Error.WriteLine($"A collection of one document has {reader.Count}.");
        return 1;
    }
}
finally
{
    File.Delete(file);
}

var bytes = new byte[DateCodec.MaxLength];
var length = DateCodec.Encode(DateSchema.TntEpoch, new Timestamp(1), bytes);
if (DateCodec.Decode(DateSchema.TntEpoch, bytes.AsSpan(0, length), out var date, out _) != DateStatus.Ok || date != new Timestamp(1))
{
    Console.Error.WriteLine($"A date came back as {date}.");
    return 1;
}

Console.WriteLine("The installed packages convert, read and write.");
return 0;
