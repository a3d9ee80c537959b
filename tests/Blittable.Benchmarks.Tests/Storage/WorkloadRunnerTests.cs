using Blittable.Benchmarks.Storage;

namespace Blittable.Benchmarks.Tests.Storage;

[Collection(AvailableDatabases.Collection)]
public class WorkloadRunnerTests
{
    [Theory]
    [MemberData(nameof(AvailableDatabases.Names), MemberType = typeof(AvailableDatabases))]
    public void Every_workload_reports_the_rows_it_processes(string name) => AvailableDatabases.Use(name, database =>
    {
        foreach (var model in DateModel.All)
        {
            // Each workload checks its counts against the table, and fails if they differ.
            var options = Options() with { WithDateIndex = model is BitpackModel };
            var result = new WorkloadRunner(database, model, options, TextWriter.Null).Run();
            Assert.Equal(
                ["insert", "update", "retrieval", "processing", "control", "scan", "extract_year", "group_by_year", "transaction", "delete"],
                result.Operations.Select(operation => operation.Operation));
            Assert.Equal(options.Rows, result.Operations.Single(operation => operation.Operation == "insert").Rows);
            Assert.All(result.Operations, operation => Assert.Equal(operation.Operation != "processing", operation.TotalDatabaseTime > 0));
            if (name != "sqlite")
            {
                // One connection for every worker, one for the observer, and one for the control table.
                Assert.Equal(options.Threads + 2, result.ConnectionsSeen);
            }
        }
    });

    [Fact]
    public void A_single_workload_reports_no_insert() => AvailableDatabases.Use("sqlite", database =>
    {
        var options = Options() with { Workloads = [.. Workload.All.OfType<ExtractWorkload>()] };
        var result = new WorkloadRunner(database, DateModel.All[0], options, TextWriter.Null).Run();
        Assert.All(result.Operations, operation => Assert.Equal("extract", operation.Workload));
        Assert.NotEmpty(result.Operations);
    });

    [Fact]
    public void A_report_shows_every_operation_and_compares_the_models() => AvailableDatabases.Use("sqlite", database =>
    {
        var options = Options() with { Workloads = [.. Workload.All.OfType<InsertWorkload>()] };
        ModelResult[] results = [.. DateModel.All.Select(model => new WorkloadRunner(database, model, options, TextWriter.Null).Run())];
        var report = MarkdownReport.Render(options, results, "a machine", "a command");
        Assert.Contains("| operation | original | epoch, median total | bitpack, median total |", report, StringComparison.Ordinal);
        Assert.Contains("| sqlite_bitpack | insert / insert | 7 | 0 |", report, StringComparison.Ordinal);
        Assert.Contains("`journal_mode` = `wal`", report, StringComparison.Ordinal);
        Assert.Contains("| insert / insert | insert/all |", report, StringComparison.Ordinal);
        var chart = Assert.Single(StorageChart.Of(results));
        Assert.Equal(["epoch", "bitpack", "document"], chart.Series);
        Assert.Equal(["insert / insert"], chart.Groups.Select(group => group.Label));
    });

    [Fact]
    public void Rounds_of_a_model_are_added_up_and_keep_their_medians() => AvailableDatabases.Use("sqlite", database =>
    {
        var options = Options() with { Workloads = [.. Workload.All.OfType<InsertWorkload>()] };
        var result = new ModelResult(database.Name, "epoch");
        using var connection = database.Open();
        ControlTable.Create(database, connection, options);
        new WorkloadRunner(database, DateModel.All[0], options, TextWriter.Null).Run(result);
        var once = Assert.Single(result.Operations).Count;
        new WorkloadRunner(database, DateModel.All[0], options, TextWriter.Null).Run(result);
        ControlTable.Drop(connection);

        Assert.Equal(2 * once, Assert.Single(result.Operations).Count);
        Assert.Equal(2, result.MedianOfRounds("insert", "insert").Count);
    });

    private static StorageOptions Options() => new(
        Threads: 3, Rows: 601, Batch: 100, WithDateIndex: false, Databases: [], DateModel.All, Workload.All, Rounds: 1, Output: "");
}
