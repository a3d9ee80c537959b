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
            case TableColumnType.List:
                using (var element = Of(column.Children[0]))
                {
                    return NativeMethods.LogicalType.DuckDBCreateListType(element);
                }

            case TableColumnType.Struct:
                return OfStruct(column.Children);
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

    private static DuckDBLogicalType OfStruct(IReadOnlyList<TableColumn> fields)
    {
        DuckDBLogicalType[] types = [.. fields.Select(Of)];
        var names = new nint[fields.Count];
        try
        {
            for (var i = 0; i < names.Length; i++)
            {
                names[i] = Marshal.StringToCoTaskMemUTF8(fields[i].Name);
            }

            nint[] handles = [.. types.Select(type => type.DangerousGetHandle())];
            return CreateStructType(handles, names, (ulong)names.Length);
        }
        finally
        {
            Array.ForEach(names, Marshal.FreeCoTaskMem);
            Array.ForEach(types, type => type.Dispose());
        }
    }

    [LibraryImport("duckdb", EntryPoint = "duckdb_create_struct_type")]
    private static partial DuckDBLogicalType CreateStructType(nint[] types, nint[] names, ulong count);

    [LibraryImport("duckdb", EntryPoint = "duckdb_logical_type_set_alias", StringMarshalling = StringMarshalling.Utf8)]
    private static partial void SetAlias(DuckDBLogicalType type, string alias);
}
