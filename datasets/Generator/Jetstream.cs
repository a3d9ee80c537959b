using System.Text.Encodings.Web;
using System.Text.Json;

namespace Blittable.Datasets;

/// <summary>
/// Generates events of a social network in the shape of Bluesky's Jetstream, the data of JSONBench: commits with nested records of 14 collections, identities
/// and accounts. Each collection has its share in the million events for which JSONBench publishes counts. Users, subjects and words are skewed.
/// </summary>
public static class Jetstream
{
    /// <summary>The size of JSONBench's smallest data set.</summary>
    public const int DefaultCount = 1_000_000;

    /// <summary>The default mean time between events in microseconds. JSONBench's first million events cover 14 minutes.</summary>
    public const int DefaultMicroseconds = 840;

    private static readonly JsonWriterOptions s_options = new() { SkipValidation = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>Writes events as newline-delimited JSON. A smaller data set is a prefix of a larger one.</summary>
    /// <param name="output">The stream that receives the lines.</param>
    /// <param name="count">The number of events.</param>
    /// <param name="seed">The random seed.</param>
    /// <param name="microseconds">The mean time between events in microseconds.</param>
    public static void Write(Stream output, int count, ulong seed = 1, int microseconds = DefaultMicroseconds)
    {
        using var json = new Utf8JsonWriter(output, s_options);
        var writer = new JetstreamWriter(json, seed, microseconds);
        for (var i = 0; i < count; i++)
        {
            writer.Write();
            json.Flush();
            json.Reset();
            output.WriteByte((byte)'\n');
        }
    }
}
