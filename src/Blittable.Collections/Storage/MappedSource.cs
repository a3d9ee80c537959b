using Microsoft.Win32.SafeHandles;

namespace Blittable.Collections;

/// <summary>A file, mapped.</summary>
internal sealed class MappedSource : BlockSource
{
    private readonly MappedFile _file;

    public MappedSource(SafeFileHandle handle) => _file = new MappedFile(handle);

    public override long Length => _file.Length;

    protected override ReadOnlyMemory<byte> ReadCore(long offset, int length) => _file.Slice(offset, length);

    protected override void Close() => _file.Dispose();
}
