using Blittable.Benchmarks.Sql;

namespace Blittable.Benchmarks.Tests.Sql;

/// <summary>Tests that the measured SQL queries have equal answers over collections, tables and Parquet files.</summary>
public sealed class SqlSuiteTests : IDisposable
{
    private const int Rows = 4000;

    private readonly SqlDatabase _collections = SqlDatabase.Open(SqlForm.Collections, Rows);
    private readonly SqlDatabase _tables = SqlDatabase.Open(SqlForm.Tables, Rows);
    private readonly SqlDatabase _parquet = SqlDatabase.Open(SqlForm.Parquet, Rows);

    public void Dispose()
    {
        _collections.Dispose();
        _tables.Dispose();
        _parquet.Dispose();
    }

    [Fact]
    public void All_forms_of_the_data_return_the_same_answers() =>
        Assert.All(SqlQuery.All, query => Assert.Empty(SqlSuite.Differences(query, _collections, (SqlForm.Tables, _tables), (SqlForm.Parquet, _parquet))));

    [Fact]
    public void All_queries_return_rows() => Assert.All(SqlQuery.All, query => Assert.NotEmpty(_collections.Ask(query.Sql)));

    [Theory]
    [InlineData("--no-such-option")]
    [InlineData("--rows", "0")]
    public void An_invalid_option_measures_nothing(params string[] arguments) => Assert.Equal(2, Suites.Run([SqlSuite.Name, .. arguments]));
}
