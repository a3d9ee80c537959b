using System.Buffers.Binary;
using Blittable.Benchmarks.Harness;
using LightningDB;
using LmdbDocuments;

namespace Blittable.Benchmarks.Stores;

/// <summary>Measures random lookups of documents of one form in LMDB, within one read transaction.</summary>
internal static class LmdbCell
{
    private const long MapSize = 4L << 30;

    public static Work Prepare(StoreWorkload workload, StoredForm form)
    {
        LmdbLibrary.Use();
        form.Prepare(workload);
        var folder = TemporaryFolder.Create();
        var environment = new LightningEnvironment(folder, new EnvironmentConfiguration { MapSize = MapSize });
        environment.Open(EnvironmentOpenFlags.NoSync);
        using var writing = environment.BeginTransaction();
        var table = writing.OpenDatabase(new DatabaseConfiguration { Flags = DatabaseOpenFlags.Create });
        var count = 0;
        foreach (var json in workload.Documents())
        {
            writing.Put(table, Key(++count), form.Convert(json), PutOptions.AppendData).ThrowOnError();
        }

        writing.Commit().ThrowOnError();
        environment.Flush(force: true);

        byte[][] keys = [.. StoreWorkload.Keys(count).Select(Key)];
        var reading = environment.BeginTransaction(TransactionBeginFlags.ReadOnly);
        return new Work(() => Read(), Items: keys.Length)
        {
            Facts = new Dictionary<string, double>
            {
                [StoresSuite.BytesFact] = (double)new FileInfo(Path.Combine(folder, "data.mdb")).Length / count,
                [StoresSuite.SumFact] = Read(),
            },
        };

        double Read()
        {
            double sum = 0;
            foreach (var key in keys)
            {
                var (code, _, stored) = reading.Get(table, key);
                code.ThrowOnError();
                sum += form.Read(stored.AsSpan(), workload.Properties);
            }

            return sum;
        }
    }

    private static byte[] Key(long key)
    {
        var bytes = new byte[sizeof(long)];
        BinaryPrimitives.WriteInt64BigEndian(bytes, key);
        return bytes;
    }
}
