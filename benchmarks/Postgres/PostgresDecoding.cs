using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Blittable.Benchmarks.Questions;
using Blittable.Npgsql;
using Npgsql;

namespace Blittable.Benchmarks.Postgres;

/// <summary>Measures decoding three values of a document from a row that Npgsql has received, without the server and the network.</summary>
internal static class PostgresDecoding
{
    private const int MaxRows = 10_000;
    private const int Repetitions = 31;

    /// <summary>The number of times each row is read, so that reading the clock costs little in comparison.</summary>
    private const int Reads = 10;

    private static readonly BlittableName[] Names = [new("l_orderkey"), new("l_extendedprice"), new("l_shipdate")];

    /// <returns>The nanoseconds per document, and a sentence about the bytes allocated.</returns>
    public static async Task<(QuestionFigures Times, string Allocation)> CompareAsync(NpgsqlDataSource source, BlittableDictionary dictionary)
    {
        var (ours, theirs) = (new List<double>(), new List<double>());
        var (oursAllocated, theirsAllocated, bytesAllocated) = (0.0, 0.0, 0.0);
        var buffer = new BlittableBuffer();
        var raw = new byte[1_024];
        for (var i = 0; i < Repetitions; i++)
        {
            (_, bytesAllocated) = await MeasureAsync(source, "lineitem_documents", reader => reader.GetBytes(0, 0, raw, 0, raw.Length));
            (var time, oursAllocated) = await MeasureAsync(source, "lineitem_documents", reader => Consume(reader.GetBlittable(0, buffer, dictionary)));
            ours.Add(time);
            (time, theirsAllocated) = await MeasureAsync(source, "lineitem_jsonb", reader =>
            {
                using var document = reader.GetFieldValue<JsonDocument>(0);
                Consume(document.RootElement);
            });
            theirs.Add(time);
        }

        return (new(ours[1..], theirs[1..]), string.Create(
            CultureInfo.InvariantCulture,
            $"Reading three properties of a row allocates {oursAllocated:F1} bytes (Npgsql's GetBytes alone: {bytesAllocated:F1}); with jsonb {theirsAllocated:F1}."));
    }

    public static void Consume(BlittableValue root)
    {
        var sum = root.GetProperty(Names[0]).GetInt64() + root.GetProperty(Names[1]).GetDouble() + root.GetProperty(Names[2]).GetTimestamp().UnixSeconds;
        GC.KeepAlive(sum > 0 ? Names : null);
    }

    public static void Consume(JsonElement root)
    {
        var sum = root.GetProperty("l_orderkey"u8).GetInt64() + root.GetProperty("l_extendedprice"u8).GetDouble()
            + root.GetProperty("l_shipdate"u8).GetDateTime().Ticks;
        GC.KeepAlive(sum > 0 ? Names : null);
    }

    /// <returns>The nanoseconds and allocated bytes for reading one row once.</returns>
    private static async Task<(double Time, double Allocated)> MeasureAsync(NpgsqlDataSource source, string table, Action<NpgsqlDataReader> read)
    {
        await using var command = source.CreateCommand($"SELECT document FROM {table} LIMIT {MaxRows}");
        await using var reader = await command.ExecuteReaderAsync();
        var (ticks, allocated, readings) = (0L, 0L, 0L);
        while (await reader.ReadAsync())
        {
            var before = GC.GetAllocatedBytesForCurrentThread();
            var start = Stopwatch.GetTimestamp();
            for (var i = 0; i < Reads; i++)
            {
                read(reader);
            }

            ticks += Stopwatch.GetTimestamp() - start;
            allocated += GC.GetAllocatedBytesForCurrentThread() - before;
            readings += Reads;
        }

        return (ticks * 1e9 / Stopwatch.Frequency / readings, (double)allocated / readings);
    }
}
