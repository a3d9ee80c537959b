namespace Blittable.EntryMatrix;

/// <summary>What one entry accepts, every other entry reads, copies, stores, queries and returns. Program.cs runs more of the same.</summary>
public sealed class EntryMatrixTests
{
    [Fact]
    public void Generated_documents_go_through_every_entry()
    {
        using var run = new MatrixRun();
        for (var number = 0; number < 100; number++)
        {
            GeneratedDocuments.Add(run, seed: 20261128, number);
        }

        AssertEqual(run);
    }

    [Fact]
    public void Extreme_documents_go_through_every_entry()
    {
        using var run = new MatrixRun();
        foreach (var (name, json) in ExtremeDocuments.All(many: 200))
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
