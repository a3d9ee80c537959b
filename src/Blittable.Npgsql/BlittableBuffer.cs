namespace Blittable.Npgsql;

/// <summary>Bytes of one document after another. It grows to the largest and is kept by whoever reads many of them.</summary>
/// <remarks>Not thread-safe: one document lies in it at a time.</remarks>
public sealed class BlittableBuffer
{
    private byte[] _bytes = [];

    internal byte[] Reserve(int length)
    {
        if (_bytes.Length < length)
        {
            _bytes = GC.AllocateUninitializedArray<byte>(Math.Max(length, Math.Min(2 * _bytes.Length, Array.MaxLength)));
        }

        return _bytes;
    }
}
