namespace Blittable.Collections;

/// <summary>Documents that wait for their stripe, one after another in one run of bytes.</summary>
internal sealed class PendingDocuments
{
    private readonly List<(int Start, int Length)> _documents = [];
    private byte[] _bytes = new byte[1 << 16];
    private int _length;

    /// <summary>The documents taken, dropped ones too.</summary>
    public int Count => _documents.Count;

    /// <summary>The documents that were not dropped.</summary>
    public int LiveCount { get; private set; }

    /// <summary>The bytes of all of them.</summary>
    public int ByteCount => _length;

    public ReadOnlySpan<byte> this[int index] => _bytes.AsSpan(_documents[index].Start, _documents[index].Length);

    public void Add(ReadOnlySpan<byte> document)
    {
        if (_bytes.Length - _length < document.Length)
        {
            Array.Resize(ref _bytes, (int)Math.Min(Array.MaxLength, Math.Max(2L * _bytes.Length, (long)_length + document.Length)));
        }

        document.CopyTo(_bytes.AsSpan(_length));
        _documents.Add((_length, document.Length));
        _length += document.Length;
        LiveCount++;
    }

    /// <summary>Takes a document back: it will not be written.</summary>
    public void Drop(int index)
    {
        _documents[index] = (_documents[index].Start, 0);
        LiveCount--;
    }

    public bool IsDropped(int index) => _documents[index].Length == 0;

    public void Clear()
    {
        _documents.Clear();
        _length = LiveCount = 0;
    }
}
