using System.Runtime.InteropServices;
using Blittable.DuckDB.Tables;
using DuckDB.NET.Native;

namespace Blittable.DuckDB.Registration;

/// <summary>Creates DuckDB types.</summary>
internal static partial class TypeKernel
{
    private const int FastDigits = 18, MostDigits = 38;

    /// <summary>Creates the DuckDB type of a column.</summary>
    public static DuckDBLogicalType Of(TableColumn column)
    {
        switch (column.Kind)
        {
            case TableColumnType.Decimal:
                return NativeMethods.LogicalType.DuckDBCreateDecimalType(FastDigits, (byte)column.Scale);
            case TableColumnType.WideDecimal:
                return NativeMethods.LogicalType.DuckDBCreateDecimalType(MostDigits, (byte)column.Scale);
            case TableColumnType.Json:
                var type = NativeMethods.LogicalType.DuckDBCreateLogicalType(DuckDBType.Varchar);
                SetAlias(type, "JSON");
                return type;
            default:
                return NativeMethods.LogicalType.DuckDBCreateLogicalType(column.Kind switch
                {
                    TableColumnType.Boolean => DuckDBType.Boolean,
                    TableColumnType.Integer => DuckDBType.BigInt,
                    TableColumnType.Double => DuckDBType.Double,
                    TableColumnType.Day => DuckDBType.Date,
                    TableColumnType.LocalTime => DuckDBType.Timestamp,
                    TableColumnType.Instant => DuckDBType.TimestampTz,
                    _ => DuckDBType.Varchar,
                });
        }
    }

    [LibraryImport("duckdb", EntryPoint = "duckdb_logical_type_set_alias", StringMarshalling = StringMarshalling.Utf8)]
    private static partial void SetAlias(DuckDBLogicalType type, string alias);
}
