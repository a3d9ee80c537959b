using System.Buffers.Binary;
using System.Text;
using Blittable;

namespace EmbeddedStore;

/// <summary>Stores documents by key in one file. Writes append to the file, and reads use the memory-mapped file without copying.</summary>
/// <remarks>
/// The file is a sequence of records:
/// <code>
/// int32  key length
/// int32  document length, or 0 for a removed key
/// ...    key, UTF-8
/// ...    document
/// int32  key length + document length, by which incomplete records are detected
/// </code>
/// The position of each key's newest record is kept in memory, and is rebuilt when the store is opened. Not thread-safe.
/// </remarks>
internal sealed class DocumentStore : IDisposable
{
    private const int HeaderLength = 8;
    private const int EndLength = 4;

    private readonly FileStream _file;
    private readonly BlittableConverter _converter = new(new BlittableOptions { Mode = BlittableMode.Disk });
    private readonly Dictionary<string, (long Offset, int Length)> _documents = new(StringComparer.Ordinal);

    /// <summary>The mappings, newest last. Older mappings are kept until the store is disposed, because values may still refer to them.</summary>
    private readonly List<MappedFile> _mappings = [];

    /// <summary>The end of the last complete record. Anything that a failed write left behind it is overwritten.</summary>
    private long _end;

    public DocumentStore(string path)
    {
        _file = new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.Read);
        ReadRecords();
    }

    public int Count => _documents.Count;

    public long FileLength => _file.Length;

    /// <summary>Stores a JSON text under a key, replacing any existing document.</summary>
    /// <exception cref="BlittableException">The text is not valid JSON. The store is unchanged.</exception>
    public void Put(string key, ReadOnlySpan<byte> utf8Json) => Append(key, _converter.Convert(utf8Json));

    /// <summary>Removes a key if it exists.</summary>
    public bool Remove(string key)
    {
        if (!_documents.ContainsKey(key))
        {
            return false;
        }

        Append(key, []);
        return true;
    }

    /// <summary>Finds a document. The value refers to the mapped file and is valid until the store is disposed.</summary>
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

    /// <summary>Reads all records, and truncates a record that a crash left incomplete.</summary>
    private void ReadRecords()
    {
        while (TryReadRecord(_end, out string key, out long offset, out int length))
        {
            Remember(key, offset, length);
            _end = offset + length + EndLength;
        }

        // Not every operating system allows a mapped file to be truncated.
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

    /// <summary>Returns a mapping that extends at least to <paramref name="end"/>.</summary>
    private MappedFile Map(long end)
    {
        if (_mappings.Count == 0 || _mappings[^1].Length < end)
        {
            _mappings.Add(new MappedFile(_file));
        }

        return _mappings[^1];
    }
}
