using System.Globalization;

namespace Blittable.Arrow.Tests;

/// <summary>Tests that tables of every Arrow type are imported as the documents recorded with their values.</summary>
public sealed class RandomTableTests
{
    /// <summary>The number of tables of each kind and the first seed. The campaign sets more tables than a test run has time for.</summary>
    private static readonly int s_count = Setting("ARROW_TABLES", 100), s_first = Setting("ARROW_SEED", 0);

    [Fact]
    public void Batches_of_every_type_are_imported_exactly()
    {
        for (var seed = s_first; seed < s_first + s_count; seed++)
        {
            var table = new RandomTable(seed, forParquet: false);
            AssertEqual(table, table.ImportBatch(), $"batch {seed}: {table.Types}");
        }
    }

    [Fact]
    public void Arrow_files_of_every_type_are_imported_exactly()
    {
        for (var seed = s_first; seed < s_first + s_count; seed++)
        {
            var table = new RandomTable(seed, forParquet: false);
            AssertEqual(table, table.ImportArrowFile(), $"file {seed}: {table.Types}");
        }
    }

    [Fact]
    public void Parquet_files_of_every_type_are_imported_exactly()
    {
        for (var seed = s_first; seed < s_first + s_count; seed++)
        {
            var table = new RandomTable(seed, forParquet: true);
            AssertEqual(table, table.ImportParquetFile(), $"Parquet {seed}: {table.Types}");
        }
    }

    [Fact]
    public void Documents_of_every_type_round_trip_through_Parquet()
    {
        for (var seed = s_first; seed < s_first + s_count; seed++)
        {
            var table = new RandomTable(seed, forParquet: false);
            var documents = table.Expected.ToList();
            using var file = new ParquetFile(documents, new ArrowOptions { DistinguishNulls = true, BatchRows = 1 + (seed % 50) });
            var imported = file.Import();
            Assert.Equal(documents.Count, imported.Count);
            foreach (var (expected, found) in documents.Zip(imported))
            {
                using var left = BlittableDocument.Parse(expected);
                using var right = BlittableDocument.Parse(found);
                Assert.True(BlittableValue.DeepEquals(left.Root, right.Root), $"export {seed}: {table.Types}\n{expected}\n{found}");
            }
        }
    }

    [Fact]
    public void Parquet_files_round_trip_with_the_schema_of_an_example()
    {
        var count = 0;
        for (var seed = s_first; seed < s_first + s_count; seed++)
        {
            var table = new RandomTable(seed, forParquet: true);
            using var example = table.WriteParquet();
            Apache.Arrow.Schema schema;
            try
            {
                schema = ArrowSchema.ReadParquet(example);
            }
            catch (BlittableException fault) when (fault.Code == BlittableErrorCode.WrongKind)
            {
                // Some types, such as decimals of 76 digits, cannot be exported.
                continue;
            }

            using var file = new ParquetFile(table.Expected, new ArrowOptions { Schema = schema, BatchRows = 1 + (seed % 50) });
            AssertEqual(table, file.Import(), $"schema {seed}: {table.Types}");
            count++;
        }

        Assert.InRange(count, s_count / 4, s_count);
    }

    private static int Setting(string name, int byDefault) =>
        int.TryParse(Environment.GetEnvironmentVariable(name), CultureInfo.InvariantCulture, out var value) ? value : byDefault;

    private static void AssertEqual(RandomTable table, List<string> actual, string message)
    {
        foreach (var (expected, found) in table.Expected.Zip(actual))
        {
            Assert.True(expected == found, $"{message}\n{expected}\n{found}");
        }

        Assert.Equal(table.Expected.Count(), actual.Count);
    }
}
