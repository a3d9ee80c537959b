using Microsoft.Win32.SafeHandles;

namespace Blittable.Collections.Storage;

/// <summary>A file, mapped. It stays open, so that what must not end the process is read by calls of the system.</summary>
internal sealed class MappedSource(SafeFileHandle file) : BlockSource
{
    private readonly SafeFileHandle _file = file;
    private readonly MappedFile _mapped = new(file);

    public override long Length => _mapped.Length;

    public override bool HasOtherLength => RandomAccess.GetLength(_file) != Length;

    /// <remarks>The length is looked at again when a block is first read. That finds most files that were shortened, but not one that is shortened between the look and the
    /// last use of the bytes.</remarks>
    protected override ReadOnlyMemory<byte> ReadCore(long offset, int length) =>
        RandomAccess.GetLength(_file) < offset + length ? throw FileSource.Shortened(offset + length) : _mapped.Slice(offset, length);

    protected override ReadOnlyMemory<byte> ReadCheckedCore(long offset, int length) => FileSource.Read(_file, offset, length);

    protected override void Close()
    {
        _mapped.Dispose();
        _file.Dispose();
    }
}
