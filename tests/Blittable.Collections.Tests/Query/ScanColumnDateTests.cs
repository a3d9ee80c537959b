using Blittable.Collections;

namespace Blittable.Collections.Tests;

/// <summary>Tests that dates copied in bulk equal the dates of the rows.</summary>
public sealed class ScanColumnDateTests
{
    [Theory]
    [InlineData(1, "yyyy-MM-dd", true)]
    [InlineData(2, "yyyy-MM-ddTHH:mm:ssZ", true)]
    [InlineData(3, "yyyy-MM-ddTHH:mm:ss.fffzzz", true)]
    [InlineData(4, "yyyy-MM-dd HH:mm:ss.ff", true)]
    [InlineData(5, "yyyy-MM-ddTHH:mm:ss.ffffff000Z", false)]
    public void Copied_dates_equal_the_dates_of_the_rows(int seed, string format, bool mustCopy)
    {
        var random = new Random(seed);
        var documents = Enumerable.Range(0, 3000).Select(_ =>
        {
            var date = new DateTimeOffset(random.NextInt64(DateTime.MinValue.Ticks + TimeSpan.TicksPerDay, DateTime.MaxValue.Ticks - TimeSpan.TicksPerDay), TimeSpan.FromMinutes(random.Next(-600, 600)));
            return $"{{\"d\":\"{date.ToString(format, System.Globalization.CultureInfo.InvariantCulture)}\"}}";
        });
        using var reader = CollectionReader.Open(CollectionFile.Write(documents, new CollectionOptions { Layout = CollectionLayout.Columns }));
        var copied = 0;
        foreach (var batch in reader.Scan().Select("$.d"))
        {
            var times = new long[batch.Count];
            if (batch.Columns[0].TryCopyUnixMicroseconds(times))
            {
                copied += batch.Count;
                var isUniform = batch.Columns[0].TryGetDateForm(out var form);
                Assert.True(!isUniform || (form.IsDateOnly == (seed == 1) && (seed == 1 || form.Separator == (seed == 4 ? ' ' : 'T'))));
                Assert.True(isUniform || seed == 3);
                for (var row = 0; row < batch.Count; row++)
                {
                    var expected = batch[row, 0].GetTimestamp();
                    Assert.Equal((expected.UnixSeconds * 1_000_000) + (expected.Nanoseconds / 1000), times[row]);
                    Assert.Equal(0u, expected.Nanoseconds % 1000);
                }
            }
        }

        Assert.True(copied == 3000 || !mustCopy);
    }

    [Theory]
    [InlineData("""{"d":"2026-11-27"}""", """{"d":null}""")]
    [InlineData("""{"d":"2026-11-27"}""", "{}")]
    [InlineData("""{"d":"2026-11-27"}""", """{"d":1}""")]
    [InlineData("""{"d":"2026-11-27T00:00:00.000000001Z"}""", """{"d":"2026-11-27T00:00:00Z"}""")]
    public void Dates_are_not_copied_if_a_row_has_no_date_in_microseconds(string first, string second)
    {
        using var reader = CollectionReader.Open(CollectionFile.Write([first, second], new CollectionOptions { Layout = CollectionLayout.Columns }));
        foreach (var batch in reader.Scan().Select("$.d"))
        {
            Assert.False(batch.Columns[0].TryCopyUnixMicroseconds(new long[batch.Count]));
        }
    }
}
