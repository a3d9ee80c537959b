using System.Text.Encodings.Web;
using System.Text.Json;

namespace Blittable.Datasets;

/// <summary>Generates fictitious company profiles in the style of the CrunchBase collection. They are nested and one-half prose, with people, offices,
/// products, funding rounds, milestones, links, coordinates and dates.</summary>
public static class Companies
{
    /// <summary>The number of companies in a corpus of 60 to 70 MB.</summary>
    public const int DefaultCount = 14_000;

    private static readonly JsonWriterOptions Compact = new()
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        SkipValidation = true,
    };

    /// <summary>Writes the companies as one document, an array.</summary>
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

    /// <summary>Writes the companies as newline-delimited JSON.</summary>
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
