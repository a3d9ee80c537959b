using System.Text;
using Blittable.Benchmarks.Harness;
using LiteDB;

namespace Blittable.Benchmarks.Stores;

/// <summary>Measures random lookups by key in LiteDB, which has its own file format and BSON implementation.</summary>
internal static class LiteDbCell
{
    public const string Name = "LiteDB";

    public static Work Prepare(StoreWorkload workload)
    {
        var path = Path.Combine(TemporaryFolder.Create(), "documents.db");
        var database = new LiteDatabase(path);
        var table = database.GetCollection("documents");
        var count = 0;
        foreach (var batch in workload.Documents().Chunk(5_000))
        {
            table.InsertBulk(batch.Select(json =>
            {
                var document = JsonSerializer.Deserialize(Encoding.UTF8.GetString(json.Span)).AsDocument;
                document["_id"] = (long)++count;
                return document;
            }));
        }

        database.Checkpoint();
        BsonValue[] keys = [.. StoreWorkload.Keys(count).Select(key => new BsonValue(key))];
        return new Work(() => Read(), Items: keys.Length)
        {
            Facts = new Dictionary<string, double>
            {
                [StoresSuite.BytesFact] = (double)new FileInfo(path).Length / count,
                [StoresSuite.SumFact] = Read(),
            },
        };

        double Read()
        {
            double sum = 0;
            foreach (var key in keys)
            {
                var document = table.FindById(key);
                foreach (var property in workload.Properties)
                {
                    BsonValue value = document;
                    foreach (var step in property.Names)
                    {
                        value = value.IsDocument ? value.AsDocument[step] : BsonValue.Null;
                    }

                    sum += value.IsNumber ? value.AsDouble : value.IsString ? value.AsString.Length : 0;
                }
            }

            return sum;
        }
    }
}
