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
            case ColumnKind.Decimal:
                return NativeMethods.LogicalType.DuckDBCreateDecimalType(FastDigits, (byte)column.Scale);
            case ColumnKind.WideDecimal:
                return NativeMethods.LogicalType.DuckDBCreateDecimalType(MostDigits, (byte)column.Scale);
            case ColumnKind.Json:
                var type = NativeMethods.LogicalType.DuckDBCreateLogicalType(DuckDBType.Varchar);
                SetAlias(type, "JSON");
                return type;
            default:
                return NativeMethods.LogicalType.DuckDBCreateLogicalType(column.Kind switch
                {
                    ColumnKind.Boolean => DuckDBType.Boolean,
                    ColumnKind.Integer => DuckDBType.BigInt,
                    ColumnKind.Double => DuckDBType.Double,
                    ColumnKind.Day => DuckDBType.Date,
                    ColumnKind.LocalTime => DuckDBType.Timestamp,
                    ColumnKind.Instant => DuckDBType.TimestampTz,
                    _ => DuckDBType.Varchar,
                });
        }
    }

    [LibraryImport("duckdb", EntryPoint = "duckdb_logical_type_set_alias", StringMarshalling = StringMarshalling.Utf8)]
    private static partial void SetAlias(DuckDBLogicalType type, string alias);
}
