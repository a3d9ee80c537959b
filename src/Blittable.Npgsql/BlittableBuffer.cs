namespace Blittable.Npgsql;

/// <summary>Represents a reusable buffer for reading documents. It holds one document at a time and grows to the size of the largest.</summary>
/// <remarks>Not thread-safe. Reuse one buffer to read many documents without allocating.</remarks>
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
