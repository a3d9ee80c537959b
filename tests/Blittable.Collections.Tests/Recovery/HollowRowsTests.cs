using System.Text;
using Blittable.Collections;

namespace Blittable.Collections.Tests.Recovery;

/// <summary>Tests a merged stripe whose mask of deleted rows is damaged. Deleted rows then look like documents that are null.</summary>
public sealed class HollowRowsTests : IDisposable
{
    private const int Documents = 400;

    private readonly string _folder = Directory.CreateTempSubdirectory().FullName;

    private string Damaged => Path.Combine(_folder, "damaged.blic");

    private string Output => Path.Combine(_folder, "recovered.blic");

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData(CollectionLayout.Rows, 0)]
    [InlineData(CollectionLayout.Rows, 7)]
    [InlineData(CollectionLayout.Columns, 7)]
    public void Documents_that_are_null_are_recovered(CollectionLayout layout, int nulls)
    {
        // Every third number is deleted.
        using (var writer = CollectionWriter.Create(Damaged, new CollectionOptions { Layout = layout }))
        {
            for (var i = 0; i < Documents; i++)
            {
                writer.Add(Encoding.UTF8.GetBytes(i % 50 == 0 && i / 50 < nulls ? "null" : i % 3 == 0 ? "-1" : $"{i}"));
                if (i % 20 == 19)
                {
                    writer.Commit();
                    writer.DeleteWhere(Filter.Where("$", FilterOperator.Equal, -1));
                    writer.Commit();
                }
            }

            writer.Commit();
        }

        long live, hollow;
        using (var reader = CollectionReader.Open(Damaged))
        {
            live = reader.Count;
            var stripes = reader.Snapshot.State.Stripes.Where(stripe => stripe.Deleted.Mask.Exists).ToArray();
            Assert.NotEmpty(stripes);
            hollow = stripes.Sum(stripe => stripe.Hollow);
            Assert.True(hollow > 0);
            var bytes = File.ReadAllBytes(Damaged);
            foreach (var stripe in stripes)
            {
                bytes[stripe.Deleted.Mask.Offset] ^= 1;
            }

            File.WriteAllBytes(Damaged, bytes);
        }

        var report = CollectionRecovery.Recover(Damaged, Output);

        using var recovered = CollectionReader.Open(Output);
        var (found, others) = (0, 0);
        recovered.ForEach((_, document) =>
        {
            // Documents that were deleted after the merge are recovered too.
            found += document.Kind == BlittableValueKind.Null ? 1 : 0;
            others += document.Kind == BlittableValueKind.Number && document.GetInt32() >= 0 ? 1 : 0;
        });
        Assert.Equal((nulls, live), (found, found + others));
        Assert.Equal(0, report.LostDocuments);
        Assert.False(report.IsComplete);
        Assert.Equal(nulls > 0, report.Findings.Any(finding => finding.Contains("documents that are null were recovered at unknown positions", StringComparison.Ordinal)));
    }
}
