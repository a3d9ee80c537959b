using Microsoft.Win32.SafeHandles;

namespace Blittable.Collections.Storage;

/// <summary>Reads a file by system calls into managed memory. All failures throw <see cref="IOException"/>.</summary>
internal sealed class FileSource(SafeFileHandle file) : BlockSource
{
    private readonly SafeFileHandle _file = file;
    private long _length = RandomAccess.GetLength(file);

    public override long Length => Volatile.Read(ref _length);

    /// <summary>Opens a file with the specified access method.</summary>
    /// <exception cref="IOException">The file cannot be opened.</exception>
    public static BlockSource Open(string path, CollectionAccess access)
    {
        var file = File.OpenHandle(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete);
        try
        {
            // An empty file cannot be mapped. Its readers report that it is not a collection.
            return access == CollectionAccess.Mapped && RandomAccess.GetLength(file) > 0 ? new MappedSource(file) : new FileSource(file);
        }
        catch
        {
            file.Dispose();
            throw;
        }
    }

    /// <summary>Reads bytes within the length that the file had when it was opened.</summary>
    /// <exception cref="IOException">The bytes cannot be read, or the file was truncated.</exception>
    public static byte[] Read(SafeFileHandle file, long offset, int length)
    {
        var bytes = GC.AllocateUninitializedArray<byte>(length);
        for (var done = 0; done < length;)
        {
            var read = RandomAccess.Read(file, bytes.AsSpan(done), offset + done);
            if (read == 0)
            {
                throw Shortened(offset + done);
            }

            done += read;
        }

        return bytes;
    }

    public static IOException Shortened(long end) =>
        new EndOfStreamException($"The file ends at or before byte {end}: it was truncated after the collection was opened.");

    public override FileIdentity? Identity => FileIdentity.Of(_file);

    public override bool HasOtherLength => RandomAccess.GetLength(_file) != Length;

    public override void Grow(long committed) => Volatile.Write(ref _length, RandomAccess.GetLength(_file));

    protected override ReadOnlyMemory<byte> ReadCore(long offset, int length) => Read(_file, offset, length);

    protected override void Close() => _file.Dispose();
}
