using Blittable.Arrow.Building;
using Blittable.Arrow.Schemas;

namespace Blittable.Arrow.Tests;

/// <summary>Tests that a batch ends before its values take too much memory, whatever their type.</summary>
public sealed class BatchSizeTests
{
    [Theory]
    [InlineData("1.5e10", 8)]
    [InlineData("12345678", 8)]
    [InlineData("12.25", 16)]
    [InlineData("true", 0)]
    [InlineData("null", 0)]
    [InlineData("\"2026-11-27\"", 4)]
    [InlineData("{\"x\":1}", 8)]
    [InlineData("[]", 4)]
    public void A_batch_of_arrays_ends_early(string element, int width)
    {
        const int Elements = 10_000;
        using var document = BlittableDocument.Parse($"{{\"v\":[{string.Join(',', Enumerable.Repeat(element, Elements))}]}}");
        var rows = RowsOfBatch(document, 1 << 16);

        Assert.InRange((long)rows * Elements * Math.Max(1, width), 1, TableBuilder.MaxBytes + (Elements * 32));
    }

    [Fact]
    public void A_batch_of_large_texts_ends_with_the_row_that_exceeds_the_limit()
    {
        using var document = BlittableDocument.Parse($"{{\"v\":\"{new string('x', 34 << 20)}\"}}");

        Assert.Equal(2, RowsOfBatch(document, 1 << 16));
    }

    [Fact]
    public void A_batch_of_small_documents_has_the_requested_number_of_rows()
    {
        using var document = BlittableDocument.Parse("""{"v":1,"w":"text","x":[1,2]}""");

        Assert.Equal(1000, RowsOfBatch(document, 1000));
    }

    /// <summary>Returns the number of rows of the second batch, which must not depend on the first.</summary>
    private static int RowsOfBatch(BlittableDocument document, int batchRows)
    {
        var survey = new ValueSurvey(maxFields: 512);
        survey.Observe(document.Root);
        var table = new TableBuilder(TablePlan.Of(survey), batchRows, onUnfitValue: null);
        var rows = 0;
        for (var batch = 0; batch < 2; batch++)
        {
            for (rows = 1; !table.Add(rows, document.Root); rows++)
            {
            }

            table.Take()!.Dispose();
        }

        return rows;
    }
}
