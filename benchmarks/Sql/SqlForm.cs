namespace Blittable.Benchmarks.Sql;

/// <summary>Specifies where DuckDB reads the data sets from.</summary>
internal enum SqlForm
{
    /// <summary>Tables of a DuckDB database.</summary>
    Tables,

    /// <summary>Parquet files with Zstandard.</summary>
    Parquet,

    /// <summary>Collections, through <c>read_blittable</c>.</summary>
    Collections,
}
