using Blittable;

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

Console.WriteLine("The installed package converts, reads and writes.");
return 0;
