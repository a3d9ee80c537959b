using System.Text.Json;
using Blittable.Collections;
using Blittable.Collections.Tests;

namespace Blittable.Arrow.Tests;

/// <summary>Tests the Variant values of the repository apache/parquet-testing, whose folder the campaign sets.</summary>
public sealed class VariantVectorTests
{
    private static string Folder =>
        Environment.GetEnvironmentVariable("PARQUET_TESTING") ?? throw new InvalidOperationException("Set PARQUET_TESTING to a folder with the files of apache/parquet-testing.");

    [Fact(Explicit = true)]
    public void Each_value_is_decoded_and_written_back_equal()
    {
        using var dictionary = JsonDocument.Parse(File.ReadAllText(Path.Combine(Folder, "variant", "data_dictionary.json")), new JsonDocumentOptions { AllowTrailingCommas = true });
        var compared = 0;
        foreach (var file in Directory.GetFiles(Path.Combine(Folder, "variant"), "*.metadata").Order(StringComparer.Ordinal))
        {
            var name = Path.GetFileNameWithoutExtension(file);
            using var document = BlittableVariant.Decode(File.ReadAllBytes(file), File.ReadAllBytes(Path.ChangeExtension(file, ".value")));
            AssertWrittenBack(document, name);

            // The dictionary of the repository has other text forms for dates, times and binary values, and other digits for
            // the longest decimal and for the float, whose shortest text is another number in the width of a double.
            var isForm = name is "primitive_decimal16" or "primitive_float" || name.Contains("date", StringComparison.Ordinal) || name.Contains("time", StringComparison.Ordinal) || name.Contains("binary", StringComparison.Ordinal);
            if (!isForm && dictionary.RootElement.TryGetProperty(name, out var expected))
            {
                using var parsed = BlittableDocument.Parse(expected.GetRawText());
                Assert.True(BlittableValue.DeepEquals(parsed.Root, document.Root), $"{name}: {expected.GetRawText()}\n{document.Root.ToJson()}");
                compared++;
            }
        }

        Assert.InRange(compared, 18, 100);
    }

    [Fact(Explicit = true)]
    public void Each_shredded_value_equals_its_unshredded_value_or_is_refused()
    {
        using var cases = JsonDocument.Parse(File.ReadAllText(Path.Combine(Folder, "shredded_variant", "cases.json")));
        var (equal, refused) = (0, 0);
        foreach (var item in cases.RootElement.EnumerateArray())
        {
            if (!item.TryGetProperty("parquet_file", out var file))
            {
                continue;
            }

            var name = file.GetString()!;

            // Columns of types that the specification does not allow have a value all the same.
            if (item.TryGetProperty("error_message", out var error) && error.GetString()!.StartsWith("Unsupported shredded value type", StringComparison.Ordinal))
            {
                continue;
            }

            // A field that is both shredded and not violates the specification, so readers may differ.
            if (item.TryGetProperty("error_message", out _) || item.GetProperty("test").GetString()!.Contains("Conflict", StringComparison.Ordinal))
            {
                var fault = Assert.Throws<BlittableException>(() => Import(name));
                Assert.Contains("'var", fault.Message, StringComparison.Ordinal);
                refused++;
                continue;
            }

            string?[] files = item.TryGetProperty("variant_file", out var single) ? [single.GetString()] : [.. item.GetProperty("variant_files").EnumerateArray().Select(element => element.GetString())];
            var rows = Import(name);
            Assert.Equal(files.Length, rows.Count);
            for (var row = 0; row < files.Length; row++)
            {
                using var imported = BlittableDocument.Parse(rows[row]);
                using var expected = BlittableDocument.Parse(files[row] is { } values ? JsonOf(values) : "null");
                Assert.True(BlittableValue.DeepEquals(expected.Root, imported.Root.GetProperty("var")), $"{name}, row {row}: {expected.Root.ToJson()}\n{rows[row]}");
                equal++;
            }
        }

        Assert.InRange(equal, 136, 1000);
        Assert.InRange(refused, 6, 50);
    }

    private static void AssertWrittenBack(BlittableDocument document, string name)
    {
        var (metadata, value) = BlittableVariant.Encode(document.Root, new BlittableVariantOptions { DatesAsTimestamps = true });
        using var back = BlittableVariant.Decode(metadata, value);
        Assert.True(BlittableValue.DeepEquals(document.Root, back.Root), $"{name}: {document.Root.ToJson()}\n{back.Root.ToJson()}");
    }

    private static List<string> Import(string name)
    {
        using var stream = new MemoryStream();
        using (var writer = CollectionWriter.Create(stream, CollectionFile.Small, leaveOpen: true))
        using (var input = File.OpenRead(Path.Combine(Folder, "shredded_variant", name)))
        {
            CollectionParquet.Import(input, writer);
            writer.Commit();
        }

        return CollectionFile.ReadAll(stream);
    }

    /// <summary>Returns the JSON of a file that contains the metadata and the value.</summary>
    private static string JsonOf(string name)
    {
        var bytes = File.ReadAllBytes(Path.Combine(Folder, "shredded_variant", name));
        var width = (bytes[0] >> 6) + 1;
        var count = Number(1);
        var length = 1 + (width * (count + 2)) + Number(1 + (width * (count + 1)));
        using var document = BlittableVariant.Decode(bytes.AsSpan(0, length), bytes.AsSpan(length));
        AssertWrittenBack(document, name);
        return document.Root.ToJson();

        int Number(int at) => Enumerable.Range(0, width).Sum(i => bytes[at + i] << (8 * i));
    }
}
