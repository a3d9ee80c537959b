using Blittable.Collections;
using Blittable.Collections.Tests;

namespace Blittable.Arrow.Tests;

/// <summary>Tests the files of an external folder, which the campaign sets: each is read as DuckDB reads it, or rejected with a column name.</summary>
public sealed class ForeignFileTests
{
    /// <summary>Files that DuckDB does not read or reads differently: it has other checks, no INT96 beyond its range, and its own geometries.</summary>
    private static readonly string[] s_others = ["geo", "crs-", "int96_from_spark", "encrypt", "checksum", "lz4", "map_no_value", "byte_stream_split_extended", "large_string"];

    /// <summary>The documented reasons to refuse a file: damage, maps with nullable keys, overflown timestamps, and what the Arrow reader does not support.</summary>
    private static readonly string[] s_reasons = ["CRC checksum verification failed", "keys must not be null", "negative Julian day", "not implemented", "encrypted"];

    [Fact(Explicit = true)]
    public void Foreign_files_are_read_as_DuckDB_reads_them()
    {
        var folder = Environment.GetEnvironmentVariable("ARROW_FILES") ?? throw new InvalidOperationException("Set ARROW_FILES to a folder of Parquet files.");
        var files = Directory.GetFiles(folder, "*.parquet", SearchOption.AllDirectories);
        Assert.NotEmpty(files);
        var refused = 0;
        List<string> differences = [];
        foreach (var file in files.Order(StringComparer.Ordinal))
        {
            if (Import(file) is not { } documents)
            {
                refused++;
            }
            else if (!s_others.Any(part => Path.GetFileName(file).Contains(part, StringComparison.Ordinal)))
            {
                using var reading = new DuckDBReading(file);
                differences.AddRange(reading.Differences(documents).Take(1).Select(difference => $"{file}: {difference}"));
            }
        }

        Assert.Empty(differences);

        // Of the files of apache/parquet-testing, 5 of 75 are refused.
        Assert.InRange(refused, 0, files.Length / 10);
    }

    /// <summary>Returns the documents of a file, or null if it is rejected.</summary>
    private static List<string>? Import(string file)
    {
        using var stream = new MemoryStream();
        try
        {
            using var writer = CollectionWriter.Create(stream, new CollectionOptions { Layout = CollectionLayout.Rows }, leaveOpen: true);
            using var input = File.OpenRead(file);
            CollectionParquet.Import(input, writer);
            writer.Commit();
        }
        catch (BlittableException fault)
        {
            TestContext.Current.SendDiagnosticMessage($"{file}: {fault.Message}");
            Assert.Matches("'[^']+'", fault.Message);
            Assert.True(s_reasons.Any(reason => fault.Message.Contains(reason, StringComparison.OrdinalIgnoreCase)), $"{file}: {fault.Message}");
            return null;
        }

        using var reader = CollectionReader.Open(stream, leaveOpen: true);
        return CollectionFile.ReadAll(reader);
    }
}
