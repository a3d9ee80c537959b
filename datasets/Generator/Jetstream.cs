using System.Text.Encodings.Web;
using System.Text.Json;

namespace Blittable.Datasets;

/// <summary>
/// Events of a social network in the shape of Bluesky's jetstream, the data of JSONBench: commits with nested records of 14 collections, identities and accounts.
/// The collections have the shares of the million events that JSONBench publishes counts of. Users, subjects and words are skewed.
/// </summary>
public static class Jetstream
{
    /// <summary>The size of JSONBench's smallest data set.</summary>
    public const int DefaultCount = 1_000_000;

    /// <summary>The mean distance of events in microseconds: JSONBench's first million covers 14 minutes.</summary>
    public const int DefaultMicroseconds = 840;

    private static readonly JsonWriterOptions s_options = new() { SkipValidation = true, Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>Writes events as newline-delimited JSON. Fewer events are the first of more.</summary>
    /// <param name="output">Receives the lines.</param>
    /// <param name="count">The number of events.</param>
    /// <param name="seed">The seed that the events depend on.</param>
    /// <param name="microseconds">The mean distance of events in microseconds.</param>
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
