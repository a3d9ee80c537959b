using System.Runtime.InteropServices;

namespace Blittable.Benchmarks.Storage;

/// <summary>The functions of MariaDB Connector/C (Debian's <c>libmariadb3</c>) that the suite calls, as its manual declares them.</summary>
/// <remarks>A result of type <c>my_bool</c> or <c>int</c> is 0 for success. Handles are opaque pointers, owned by the safe handles beside this file.</remarks>
internal static unsafe partial class LibMariaDb
{
    private const string Library = "libmariadb.so.3";

    /// <summary>What <see cref="FetchRow"/> gives when there is no further row.</summary>
    public const int NoData = 100;

    /// <summary>What <see cref="FetchRow"/> gives when a bound buffer was too short; none is bound there, so it is a row like any other.</summary>
    public const int DataTruncated = 101;

    /// <summary>Initializes the library, which is not thread-safe in itself: call it once before any connection.</summary>
    [LibraryImport(Library, EntryPoint = "mysql_server_init")]
    public static partial int Initialize(int argc, nint argv, nint groups);

    [LibraryImport(Library, EntryPoint = "mysql_init")]
    public static partial nint CreateConnection(nint existing);

    [LibraryImport(Library, EntryPoint = "mysql_options", StringMarshalling = StringMarshalling.Utf8)]
    public static partial int SetOption(nint connection, MariaDbOption option, string value);

    [LibraryImport(Library, EntryPoint = "mysql_real_connect", StringMarshalling = StringMarshalling.Utf8)]
    public static partial nint Connect(
        nint connection, string host, string user, string? password, string? database, uint port, string? unixSocket, CULong flags);

    [LibraryImport(Library, EntryPoint = "mysql_close")]
    public static partial void Close(nint connection);

    [LibraryImport(Library, EntryPoint = "mysql_real_query")]
    public static partial int Query(nint connection, byte* sql, CULong length);

    [LibraryImport(Library, EntryPoint = "mysql_errno")]
    public static partial uint ErrorNumber(nint connection);

    [LibraryImport(Library, EntryPoint = "mysql_error")]
    public static partial nint ErrorMessage(nint connection);

    [LibraryImport(Library, EntryPoint = "mysql_sqlstate")]
    public static partial nint SqlState(nint connection);

    [LibraryImport(Library, EntryPoint = "mysql_stmt_init")]
    public static partial nint CreateStatement(nint connection);

    [LibraryImport(Library, EntryPoint = "mysql_stmt_prepare")]
    public static partial int PrepareStatement(nint statement, byte* sql, CULong length);

    [LibraryImport(Library, EntryPoint = "mysql_stmt_param_count")]
    public static partial CULong ParameterCount(nint statement);

    /// <summary>Copies the descriptions of all parameters; the values they point to are read by <see cref="ExecuteStatement"/>.</summary>
    [LibraryImport(Library, EntryPoint = "mysql_stmt_bind_param")]
    public static partial byte BindParameters(nint statement, MariaDbBind* parameters);

    [LibraryImport(Library, EntryPoint = "mysql_stmt_execute")]
    public static partial int ExecuteStatement(nint statement);

    [LibraryImport(Library, EntryPoint = "mysql_stmt_affected_rows")]
    public static partial ulong AffectedRows(nint statement);

    [LibraryImport(Library, EntryPoint = "mysql_stmt_fetch")]
    public static partial int FetchRow(nint statement);

    [LibraryImport(Library, EntryPoint = "mysql_stmt_fetch_column")]
    public static partial int FetchColumn(nint statement, MariaDbBind* column, uint index, CULong offset);

    [LibraryImport(Library, EntryPoint = "mysql_stmt_free_result")]
    public static partial byte FreeResult(nint statement);

    [LibraryImport(Library, EntryPoint = "mysql_stmt_close")]
    public static partial byte CloseStatement(nint statement);

    [LibraryImport(Library, EntryPoint = "mysql_stmt_errno")]
    public static partial uint StatementErrorNumber(nint statement);

    [LibraryImport(Library, EntryPoint = "mysql_stmt_error")]
    public static partial nint StatementErrorMessage(nint statement);

    [LibraryImport(Library, EntryPoint = "mysql_stmt_sqlstate")]
    public static partial nint StatementSqlState(nint statement);
}
