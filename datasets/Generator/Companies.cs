using System.Text.Encodings.Web;
using System.Text.Json;

namespace Blittable.Datasets;

/// <summary>Company profiles in the manner of the CrunchBase collection: nested, half of it prose, with people, offices,
/// products, funding rounds, milestones, links, coordinates and dates. None of the companies exists.</summary>
public static class Companies
{
    /// <summary>How many make a corpus of 60 to 70 MB.</summary>
    public const int DefaultCount = 14_000;

    private static readonly JsonWriterOptions Compact = new()
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        SkipValidation = true,
    };

    /// <summary>Writes the companies as one document: an array of them.</summary>
    public static void WriteArray(Stream output, int count = DefaultCount, ulong seed = 1)
    {
        using var writer = new Utf8JsonWriter(output, Compact);
        var factory = new CompanyWriter(writer, count, seed);
        writer.WriteStartArray();
        for (int i = 0; i < count; i++)
        {
            factory.Write(i);
            writer.Flush();
        }

        writer.WriteEndArray();
    }

    /// <summary>Writes the same companies as newline-delimited JSON.</summary>
    public static void WriteLines(Stream output, int count = DefaultCount, ulong seed = 1)
    {
        using var writer = new Utf8JsonWriter(output, Compact);
        var factory = new CompanyWriter(writer, count, seed);
        for (int i = 0; i < count; i++)
        {
            factory.Write(i);
            writer.Flush();
            writer.Reset();
            output.WriteByte((byte)'\n');
        }
    }
}
