namespace Blittable.Npgsql;

/// <summary>Holds the bytes of one document after another. It grows to the largest document; keep it to read many documents.</summary>
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
