using System.Runtime.InteropServices;
using System.Text;

namespace Blittable.Benchmarks.Storage;

/// <summary>A connection to MariaDB through its C client library.</summary>
internal sealed unsafe class MariaDbStorageConnection : StorageConnection
{
    private nint _handle;

    static MariaDbStorageConnection() => _ = LibMariaDb.Initialize(0, 0, 0);

    public MariaDbStorageConnection(MariaDbAddress address)
    {
        _handle = LibMariaDb.CreateConnection(0);
        _ = LibMariaDb.SetOption(_handle, MariaDbOption.CharacterSetName, "utf8mb4");
        if (LibMariaDb.Connect(_handle, address.Host, address.User, address.Password, address.Database, address.Port, null, default) == 0)
        {
            var error = Error();
            Dispose();
            throw error;
        }

        Execute("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED");
    }

    public override void Execute(string sql)
    {
        fixed (byte* text = Encoding.UTF8.GetBytes(sql))
        {
            if (LibMariaDb.Query(Handle, text, new CULong((uint)Encoding.UTF8.GetByteCount(sql))) != 0)
            {
                throw Error();
            }
        }
    }

    public override void Begin(bool forWriting) => Execute("START TRANSACTION");

    public override StorageStatement Prepare(string sql) => new MariaDbStorageStatement(LibMariaDb.CreateStatement(Handle), sql);

    /// <summary>An error as the library reports it: number, state and text.</summary>
    public static StorageException Error(uint number, nint state, nint message)
    {
        var stateText = Marshal.PtrToStringUTF8(state) ?? "HY000";
        const string SerializationFailure = "40001";
        return new StorageException(stateText, stateText == SerializationFailure, $"{Marshal.PtrToStringUTF8(message)} (error {number})");
    }

    public override void Dispose()
    {
        if (_handle != 0)
        {
            base.Dispose();
            LibMariaDb.Close(_handle);
            _handle = 0;
        }
    }

    private nint Handle
    {
        get
        {
            ObjectDisposedException.ThrowIf(_handle == 0, this);
            return _handle;
        }
    }

    private StorageException Error() =>
        Error(LibMariaDb.ErrorNumber(_handle), LibMariaDb.SqlState(_handle), LibMariaDb.ErrorMessage(_handle));
}
