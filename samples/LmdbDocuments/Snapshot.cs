using System.Buffers.Binary;
using System.Text;
using Blittable;
using LightningDB;

namespace LmdbDocuments;

/// <summary>Reads the store as of one point in time. Documents are read in the mapped file without copying.</summary>
internal sealed class Snapshot(
    LightningTransaction transaction, LightningDatabase documents, LightningDatabase index, BlittableDictionary dictionary) : IDisposable
{
    /// <summary>Finds a document, which is valid until the snapshot is disposed.</summary>
    public bool TryGet(long key, out BlittableValue document)
    {
        if (transaction.Get(documents, DocumentStore.Key(key)) is not (MDBResultCode.Success, _, var stored))
        {
            document = default;
            return false;
        }

        document = BlittableValue.Open(stored.AsSpan(), dictionary);
        return true;
    }

    /// <summary>Finds the keys of all documents that have the specified text at the indexed path, in ascending order.</summary>
    public IReadOnlyList<long> Find(string text)
    {
        byte[] prefix = [.. Encoding.UTF8.GetBytes(text), 0];
        var keys = new List<long>();
        using var cursor = transaction.CreateCursor(index);
        for (var code = cursor.SetRange(prefix); code == MDBResultCode.Success; code = cursor.Next().resultCode)
        {
            var entry = cursor.GetCurrent().key.AsSpan();
            if (!entry.StartsWith(prefix))
            {
                break;
            }

            keys.Add(BinaryPrimitives.ReadInt64BigEndian(entry[prefix.Length..]));
        }

        return keys;
    }

    public void Dispose() => transaction.Dispose();
}
