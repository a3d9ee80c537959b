using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;

namespace Blittable.Benchmarks.Storage;

/// <summary>A prepared MariaDB statement, with its parameters in memory that the library reads directly.</summary>
/// <remarks>
/// Values lie behind each other in one pinned arena that grows while they are bound, so a parameter remembers where its value starts
/// and becomes a pointer only when the statement runs. Columns are fetched one by one in the type that is asked for.
/// </remarks>
internal sealed unsafe class MariaDbStorageStatement : StorageStatement
{
    private readonly MariaDbBind[] _binds;
    private readonly CULong[] _lengths;
    private readonly int[] _starts;
    private nint _handle;
    private byte[] _arena = GC.AllocateUninitializedArray<byte>(1_024, pinned: true);
    private byte[] _column = GC.AllocateUninitializedArray<byte>(1_024, pinned: true);
    private int _used;
    private bool _hasRun;

    public MariaDbStorageStatement(nint handle, string sql)
    {
        _handle = handle;
        fixed (byte* text = Encoding.UTF8.GetBytes(sql))
        {
            if (LibMariaDb.PrepareStatement(handle, text, new CULong((uint)Encoding.UTF8.GetByteCount(sql))) != 0)
            {
                var error = Error();
                Dispose();
                throw error;
            }
        }

        var count = checked((int)LibMariaDb.ParameterCount(handle).Value);
        _binds = GC.AllocateArray<MariaDbBind>(count, pinned: true);
        _lengths = GC.AllocateArray<CULong>(count, pinned: true);
        _starts = new int[count];
    }

    public override void Bind(int parameter, long value)
    {
        MemoryMarshal.Write(Reserve(parameter, MariaDbType.Int64, sizeof(long)), value);
    }

    public override void Bind(int parameter, decimal value)
    {
        // The longest decimal has 29 digits, a sign and a point.
        Span<char> text = stackalloc char[32];
        value.TryFormat(text, out var length, provider: CultureInfo.InvariantCulture);
        BindText(parameter, text[..length]);
    }

    public override void Bind(int parameter, string value) => BindText(parameter, value);

    public override void Bind(int parameter, DateTime value)
    {
        Span<char> text = stackalloc char[24];
        value.TryFormat(text, out var length, "yyyy-MM-dd HH:mm:ss.fff", CultureInfo.InvariantCulture);
        BindText(parameter, text[..length]);
    }

    public override void Bind(int parameter, ReadOnlyMemory<byte> value) =>
        value.Span.CopyTo(Reserve(parameter, MariaDbType.Blob, value.Length));

    public override long Execute()
    {
        Run();
        return checked((long)LibMariaDb.AffectedRows(_handle));
    }

    public override void Query() => Run();

    public override bool Read()
    {
        switch (LibMariaDb.FetchRow(_handle))
        {
            case 0 or LibMariaDb.DataTruncated:
                return true;
            case LibMariaDb.NoData:
                _ = LibMariaDb.FreeResult(_handle);
                return false;
            default:
                var error = Error();
                _ = LibMariaDb.FreeResult(_handle);
                throw error;
        }
    }

    public override long GetInt64(int column)
    {
        Fetch(column, MariaDbType.Int64);
        return MemoryMarshal.Read<long>(_column);
    }

    public override string GetString(int column) => Encoding.UTF8.GetString(FetchWhole(column, MariaDbType.Text));

    public override ReadOnlySpan<byte> GetBytes(int column) => FetchWhole(column, MariaDbType.Blob);

    public override void Dispose()
    {
        if (_handle != 0)
        {
            _ = LibMariaDb.CloseStatement(_handle);
            _handle = 0;
        }
    }

    private void BindText(int parameter, ReadOnlySpan<char> value) =>
        Encoding.UTF8.GetBytes(value, Reserve(parameter, MariaDbType.Text, Encoding.UTF8.GetByteCount(value)));

    /// <summary>Space for a parameter's value. The first bind after the statement has run starts the arena anew.</summary>
    private Span<byte> Reserve(int parameter, MariaDbType type, int length)
    {
        if (_hasRun && parameter == 0)
        {
            _used = 0;
            _hasRun = false;
        }

        if (_arena.Length - _used < length)
        {
            var grown = GC.AllocateUninitializedArray<byte>(Math.Max(_used + length, 2 * _arena.Length), pinned: true);
            _arena.AsSpan(0, _used).CopyTo(grown);
            _arena = grown;
        }

        _binds[parameter].Type = type;
        _binds[parameter].BufferLength = new CULong((uint)length);
        _lengths[parameter] = new CULong((uint)length);
        _starts[parameter] = _used;
        var space = _arena.AsSpan(_used, length);
        _used += length;
        return space;
    }

    private void Run()
    {
        ObjectDisposedException.ThrowIf(_handle == 0, this);
        // All four arrays are pinned for their lives, and live as long as this statement.
        var arena = (byte*)Marshal.UnsafeAddrOfPinnedArrayElement(_arena, 0);
        var lengths = (CULong*)Marshal.UnsafeAddrOfPinnedArrayElement(_lengths, 0);
        for (var i = 0; i < _binds.Length; i++)
        {
            _binds[i].Buffer = arena + _starts[i];
            _binds[i].Length = lengths + i;
        }

        _hasRun = true;
        if ((_binds.Length > 0 && LibMariaDb.BindParameters(_handle, (MariaDbBind*)Marshal.UnsafeAddrOfPinnedArrayElement(_binds, 0)) != 0)
            || LibMariaDb.ExecuteStatement(_handle) != 0)
        {
            throw Error();
        }
    }

    /// <summary>Fetches a column of any length into the column buffer, which grows when it must.</summary>
    private ReadOnlySpan<byte> FetchWhole(int column, MariaDbType type)
    {
        var length = Fetch(column, type);
        if (length > _column.Length)
        {
            _column = GC.AllocateUninitializedArray<byte>(Math.Max(length, 2 * _column.Length), pinned: true);
            Fetch(column, type);
        }

        return _column.AsSpan(0, length);
    }

    /// <summary>Fetches as much of a column as the buffer takes, and gives its full length.</summary>
    private int Fetch(int column, MariaDbType type)
    {
        CULong length = default;
        byte isNull = 0;
        byte isTruncated = 0;
        var bind = new MariaDbBind
        {
            Type = type,
            Buffer = (byte*)Marshal.UnsafeAddrOfPinnedArrayElement(_column, 0),
            BufferLength = new CULong((uint)_column.Length),
            Length = &length,
            IsNull = &isNull,
            Error = &isTruncated,
        };
        if (LibMariaDb.FetchColumn(_handle, &bind, (uint)column, default) != 0)
        {
            throw Error();
        }

        if (isNull != 0)
        {
            throw new InvalidOperationException($"Column {column} is NULL, and the workload's columns never are.");
        }

        return checked((int)length.Value);
    }

    private StorageException Error() => MariaDbStorageConnection.Error(
        LibMariaDb.StatementErrorNumber(_handle), LibMariaDb.StatementSqlState(_handle), LibMariaDb.StatementErrorMessage(_handle));
}
