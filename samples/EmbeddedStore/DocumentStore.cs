using System.Buffers.Binary;
using System.Text;
using Blittable;

namespace EmbeddedStore;

/// <summary>A store of documents by key in one file: writes go to its end, reads look at the mapped file without copying.</summary>
/// <remarks>
/// The file is a run of records:
/// <code>
/// int32  key length
/// int32  document length, 0 for a key that was removed
/// ...    key, UTF-8
/// ...    document
/// int32  key length + document length once more: it ends the record, so one that was not written to its end shows
/// </code>
/// Where each key's newest record lies is kept in memory and found again when the store is opened. One thread at a time.
/// </remarks>
internal sealed class DocumentStore : IDisposable
{
    private const int HeaderLength = 8;
    private const int EndLength = 4;

    private readonly FileStream _file;
    private readonly BlittableConverter _converter = new(new BlittableOptions { Mode = BlittableMode.Disk });
    private readonly Dictionary<string, (long Offset, int Length)> _documents = new(StringComparer.Ordinal);

    /// <summary>The newest mapping is the last; older ones stay until the end, for values may still look at them.</summary>
    private readonly List<MappedFile> _mappings = [];

    /// <summary>Where the last whole record ends: what a write that failed left behind it is written over.</summary>
    private long _end;

    public DocumentStore(string path)
    {
        _file = new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.Read);
        ReadRecords();
    }

    public int Count => _documents.Count;

    public long FileLength => _file.Length;

    /// <summary>Stores a JSON text under a key, in place of what was there.</summary>
    /// <exception cref="BlittableException">The text is not JSON; the store is as it was.</exception>
    public void Put(string key, ReadOnlySpan<byte> utf8Json) => Append(key, _converter.Convert(utf8Json));

    /// <summary>Removes a key, if it is there.</summary>
    public bool Remove(string key)
    {
        if (!_documents.ContainsKey(key))
        {
            return false;
        }

        Append(key, []);
        return true;
    }

    /// <summary>Finds a document. The value lies in the mapped file and is good until the store is disposed of.</summary>
    public bool TryGet(string key, out BlittableValue document)
    {
        if (!_documents.TryGetValue(key, out (long Offset, int Length) place))
        {
            document = default;
            return false;
        }

        document = BlittableValue.Open(Map(place.Offset + place.Length).Span(place.Offset, place.Length));
        return true;
    }

    public void Dispose()
    {
        _mappings.ForEach(mapping => mapping.Dispose());
        _converter.Dispose();
        _file.Dispose();
    }

    private void Append(string key, ReadOnlySpan<byte> document)
    {
        byte[] keyBytes = Encoding.UTF8.GetBytes(key);
        Span<byte> header = stackalloc byte[HeaderLength];
        BinaryPrimitives.WriteInt32LittleEndian(header, keyBytes.Length);
        BinaryPrimitives.WriteInt32LittleEndian(header[4..], document.Length);
        Span<byte> end = stackalloc byte[EndLength];
        BinaryPrimitives.WriteInt32LittleEndian(end, keyBytes.Length + document.Length);

        _file.Position = _end;
        _file.Write(header);
        _file.Write(keyBytes);
        _file.Write(document);
        _file.Write(end);
        _file.Flush();
        Remember(key, _end + HeaderLength + keyBytes.Length, document.Length);
        _end = _file.Position;
    }

    private void Remember(string key, long offset, int length)
    {
        if (length == 0)
        {
            _documents.Remove(key);
        }
        else
        {
            _documents[key] = (offset, length);
        }
    }

    /// <summary>Finds every record, and cuts off one that a crash left unfinished.</summary>
    private void ReadRecords()
    {
        while (TryReadRecord(_end, out string key, out long offset, out int length))
        {
            Remember(key, offset, length);
            _end = offset + length + EndLength;
        }

        // Not every system lets a file become shorter while it is mapped.
        _mappings.ForEach(mapping => mapping.Dispose());
        _mappings.Clear();
        _file.SetLength(_end);
    }

    private bool TryReadRecord(long position, out string key, out long offset, out int length)
    {
        (key, offset, length) = ("", 0, 0);
        long available = _file.Length - position - HeaderLength - EndLength;
        if (available < 0)
        {
            return false;
        }

        ReadOnlySpan<byte> header = Map(position + HeaderLength).Span(position, HeaderLength);
        int keyLength = BinaryPrimitives.ReadInt32LittleEndian(header);
        length = BinaryPrimitives.ReadInt32LittleEndian(header[4..]);
        if (keyLength < 0 || length < 0 || (long)keyLength + length > available)
        {
            return false;
        }

        offset = position + HeaderLength + keyLength;
        ReadOnlySpan<byte> rest = Map(offset + length + EndLength).Span(position + HeaderLength, keyLength + length + EndLength);
        key = Encoding.UTF8.GetString(rest[..keyLength]);
        return BinaryPrimitives.ReadInt32LittleEndian(rest[(keyLength + length)..]) == keyLength + length;
    }

    /// <summary>A mapping that reaches at least to <paramref name="end"/>.</summary>
    private MappedFile Map(long end)
    {
        if (_mappings.Count == 0 || _mappings[^1].Length < end)
        {
            _mappings.Add(new MappedFile(_file));
        }

        return _mappings[^1];
    }
}
