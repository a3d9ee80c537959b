using Blittable.Benchmarks.Storage;

namespace Blittable.Benchmarks.Tests.Storage;

[Collection(AvailableDatabases.Collection)]
public sealed class MissingDatabaseTests
{
    [Theory]
    [InlineData("postgres", PostgresDatabase.Variable, null, "'.ci/servers run COMMAND' starts one and sets BLITTABLE_POSTGRES.")]
    [InlineData("postgres", PostgresDatabase.Variable, "Host=127.0.0.1;Port=1;Timeout=5", "127.0.0.1:1")]
    [InlineData("postgres", PostgresDatabase.Variable, "no address", "")]
    public void An_unreachable_server_is_skipped_with_one_line_that_says_why(string name, string variable, string? address, string expected)
    {
        var before = Environment.GetEnvironmentVariable(variable);
        try
        {
            Environment.SetEnvironmentVariable(variable, address);
            using var log = new StringWriter { NewLine = "\n" };
            Assert.Null(StorageSuite.TryReach(name, log));
            var line = Assert.Single(log.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries));
            Assert.StartsWith($"storage: {name} was skipped. ", line, StringComparison.Ordinal);
            Assert.Contains(expected, line, StringComparison.Ordinal);
        }
        finally
        {
            Environment.SetEnvironmentVariable(variable, before);
        }
    }
}
