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

var file = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
try
{
    using (var writer = CollectionWriter.Create(file))
    {
        writer.Add(System.Text.Encoding.UTF8.GetBytes(json));
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
