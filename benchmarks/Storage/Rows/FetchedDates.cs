namespace Blittable.Benchmarks.Storage;

/// <summary>Holds dates returned by a query: numbers, or concatenated documents.</summary>
internal sealed class FetchedDates
{
    private readonly List<int> _ends = [];
    private byte[] _bytes = new byte[4_096];

    public List<long> Values { get; } = [];

    public int DocumentCount => _ends.Count;

    public int Count => Values.Count + _ends.Count;

    public void Clear()
    {
        Values.Clear();
        _ends.Clear();
    }

    public void AddDocument(ReadOnlySpan<byte> document)
    {
        var start = _ends.Count == 0 ? 0 : _ends[^1];
        if (_bytes.Length - start < document.Length)
        {
            Array.Resize(ref _bytes, Math.Max(2 * _bytes.Length, start + document.Length));
        }

        document.CopyTo(_bytes.AsSpan(start));
        _ends.Add(start + document.Length);
    }

    public ReadOnlySpan<byte> Document(int index) => _bytes.AsSpan()[(index == 0 ? 0 : _ends[index - 1]).._ends[index]];
}
