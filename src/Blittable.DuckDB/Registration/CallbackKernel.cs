using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Collections;
using Blittable.DuckDB.Scanning;
using Blittable.DuckDB.Tables;
using DuckDB.NET.Native;
using Native = DuckDB.NET.Native.NativeMethods.TableFunction;

namespace Blittable.DuckDB.Registration;

/// <summary>Provides the callbacks of table functions. Objects are passed to DuckDB as GC handles, which DuckDB frees with <see cref="Release"/>.</summary>
internal static unsafe class CallbackKernel
{
    private const string DocumentParameter = "document", JsonParameter = "nested_as_json", ConditionParameter = "condition";

    /// <summary>Registers a table function.</summary>
    /// <returns>false if DuckDB rejects the function; otherwise, true.</returns>
    public static bool TryRegister(DuckDBNativeConnection connection, string name, ITableSource source)
    {
        var function = Native.DuckDBCreateTableFunction();
        try
        {
            Native.DuckDBTableFunctionSetName(function, name);
            using var text = NativeMethods.LogicalType.DuckDBCreateLogicalType(DuckDBType.Varchar);
            if (source.HasPath)
            {
                Native.DuckDBTableFunctionAddParameter(function, text);
            }

            Native.DuckDBTableFunctionAddNamedParameter(function, ConditionParameter, text);
            using var flag = NativeMethods.LogicalType.DuckDBCreateLogicalType(DuckDBType.Boolean);
            Native.DuckDBTableFunctionAddNamedParameter(function, DocumentParameter, flag);
            Native.DuckDBTableFunctionAddNamedParameter(function, JsonParameter, flag);
            Native.DuckDBTableFunctionSetExtraInfo(function, Hold(source), &Release);
            Native.DuckDBTableFunctionSetBind(function, &Bind);
            Native.DuckDBTableFunctionSetInit(function, &Start);
            Native.DuckDBTableFunctionSetFunction(function, &Read);
            Native.DuckDBTableFunctionSupportsProjectionPushdown(function, true);
            return Native.DuckDBRegisterTableFunction(connection, function) == DuckDBState.Success;
        }
        finally
        {
            Native.DuckDBDestroyTableFunction(ref function);
        }
    }

    [UnmanagedCallersOnly(CallConvs = [typeof(CallConvCdecl)])]
    private static void Bind(nint info)
    {
        try
        {
            var source = Target<ITableSource>(Native.DuckDBBindGetExtraInfo(info));
            var path = "";
            if (source.HasPath)
            {
                using var argument = Native.DuckDBBindGetParameter(info, 0);
                path = argument.IsNull() ? "" : argument.GetValue<string>();
            }

            var table = source.Find(path);
            var columns = table.ColumnsOf(HasFlag(info, DocumentParameter), HasFlag(info, JsonParameter));
            foreach (var column in columns)
            {
                using var type = TypeKernel.Of(column);
                Native.DuckDBBindAddResultColumn(info, column.Name, type);
            }

            var filter = FilterOf(info, table.Reader);
            Native.DuckDBBindSetCardinality(info, (ulong)table.Reader.Count, filter is null);
            Native.DuckDBBindSetBindData(info, Hold(new BoundTable(table, columns, filter)), &Release);
        }
        catch (Exception fault) when (fault is not OutOfMemoryException)
        {
            Native.DuckDBBindSetError(info, fault.Message);
        }
    }

    /// <summary>Returns the condition of a query. As in SQL, a misspelled path is an error.</summary>
    private static Filter? FilterOf(nint info, CollectionReader reader)
    {
        using var text = Native.DuckDBBindGetNamedParameter(info, ConditionParameter);
        if (text.IsInvalid || text.IsNull())
        {
            return null;
        }

        var filter = Filter.Parse(text.GetValue<string>());
        reader.Scan().Where(filter).WithStrictPaths().GetWarnings();
        return filter;
    }

    private static bool HasFlag(nint info, string parameter)
    {
        using var flag = Native.DuckDBBindGetNamedParameter(info, parameter);
        return !flag.IsInvalid && !flag.IsNull() && flag.GetValue<bool>();
    }

    [UnmanagedCallersOnly(CallConvs = [typeof(CallConvCdecl)])]
    private static void Start(nint info)
    {
        try
        {
            var bound = Target<BoundTable>(Native.DuckDBInitGetBindData(info));
            List<TableColumn> columns = [];
            for (ulong i = 0; i < Native.DuckDBInitGetColumnCount(info); i++)
            {
                // For count(*), DuckDB requests a virtual column that is not part of the table.
                var index = Native.DuckDBInitGetColumnIndex(info, i);
                if (index < (ulong)bound.Columns.Count)
                {
                    columns.Add(bound.Columns[(int)index]);
                }
            }

            Native.DuckDBInitSetInitData(info, Hold(new TableScan(bound.Table, [.. columns], bound.Filter)), &Release);
        }
        catch (Exception fault) when (fault is not OutOfMemoryException)
        {
            Native.DuckDBInitSetError(info, fault.Message);
        }
    }

    [UnmanagedCallersOnly(CallConvs = [typeof(CallConvCdecl)])]
    private static void Read(nint info, nint output)
    {
        try
        {
            using var chunk = new DuckDBDataChunk(output);
            Target<TableScan>(Native.DuckDBFunctionGetInitData(info)).Read(chunk);
        }
        catch (Exception fault) when (fault is not OutOfMemoryException)
        {
            Native.DuckDBFunctionSetError(info, fault.Message);
        }
    }

    [UnmanagedCallersOnly(CallConvs = [typeof(CallConvCdecl)])]
    private static void Release(nint handle)
    {
        var held = GCHandle.FromIntPtr(handle);
        (held.Target as IDisposable)?.Dispose();
        held.Free();
    }

    private static nint Hold(object target) => GCHandle.ToIntPtr(GCHandle.Alloc(target));

    private static T Target<T>(nint handle) => (T)GCHandle.FromIntPtr(handle).Target!;
}
