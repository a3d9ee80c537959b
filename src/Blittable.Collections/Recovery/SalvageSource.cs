using Blittable.Collections.Storage;
using Blittable.Layout;

namespace Blittable.Collections.Recovery;

/// <summary>Reads a damaged file. Parts that the system cannot read are treated as damage.</summary>
internal sealed class SalvageSource(BlockSource file) : BlockSource
{
    private readonly BlockSource _file = file;

    public override long Length => _file.Length;

    protected override ReadOnlyMemory<byte> ReadCore(long offset, int length)
    {
        try
        {
            return _file.ReadChecked(offset, length, "the file");
        }
        catch (IOException fault)
        {
            ThrowHelper.InvalidData($"{length} bytes that can be read", fault.Message, offset);
            return default;
        }
    }

    protected override void Close() => _file.Dispose();
}
