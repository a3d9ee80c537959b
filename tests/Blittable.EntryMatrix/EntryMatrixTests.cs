namespace Blittable.EntryMatrix;

/// <summary>Tests that every entry reads, copies, stores, queries and returns what one entry accepts. <c>Program.cs</c> runs more documents.</summary>
public sealed class EntryMatrixTests
{
    private const int EdgesPerTest = 10;

    [Fact]
    public void Generated_documents_pass_through_every_entry_unchanged()
    {
        using var run = new MatrixRun();
        for (var number = 0; number < 100; number++)
        {
            GeneratedDocuments.Add(run, seed: 20261128, number);
        }

        AssertEqual(run);
    }

    [Fact]
    public void Extreme_documents_pass_through_every_entry_unchanged()
    {
        using var run = new MatrixRun();
        foreach (var (name, json) in ExtremeDocuments.All(many: 200))
        {
            run.Add(name, json);
        }

        AssertEqual(run);
    }

    /// <summary>Tests one in ten documents. <c>.ci/campaigns/13-entries.sh</c> tests all.</summary>
    [Fact]
    public void Documents_at_the_edges_of_encodings_pass_through_every_entry_unchanged()
    {
        using var run = new MatrixRun();
        foreach (var (name, json) in EdgeDocuments.All(bits: 8).Where((_, number) => number % EdgesPerTest == 0))
        {
            run.Add(name, json);
        }

        AssertEqual(run);
    }

    private static void AssertEqual(MatrixRun run)
    {
        run.Flush();
        Assert.True(run.Failures.Count == 0, $"{run.Failures.Count} failures:{Environment.NewLine}{string.Join(Environment.NewLine, run.Failures.Take(20))}");
    }
}
