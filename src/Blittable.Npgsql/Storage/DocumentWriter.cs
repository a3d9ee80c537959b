using System.Buffers;

namespace Blittable.Npgsql.Storage;

/// <summary>Converts JSON texts, and holds the most recent document and its promoted values.</summary>
internal sealed class DocumentWriter(BlittableTableOptions options, BlittableDictionary dictionary) : IDisposable
{
    /// <summary>The minimum text length for value sharing. Shorter texts have hardly any equal values, and the search takes a third of the time.</summary>
    private const int MinSharingLength = 512;

    private readonly BlittableConverter _converter = new(options.Conversion with { Dictionary = dictionary });
    private readonly BlittableConverter _small = new(options.Conversion with { Dictionary = dictionary, ShareValues = false });
    private readonly ArrayBufferWriter<byte> _document = new(1_024);
    private readonly PromotedValue[] _promoted = new PromotedValue[options.Promoted.Count];

    /// <summary>Gets the dictionary of the documents. Each document records the version that was the newest when it was written.</summary>
    public BlittableDictionary Dictionary => dictionary;

    /// <summary>Gets the most recent document, valid until the next conversion.</summary>
    public ReadOnlyMemory<byte> Document => _document.WrittenMemory;

    /// <summary>Gets the promoted values of the most recent document, in the order of the table's columns.</summary>
    public ReadOnlySpan<PromotedValue> Promoted => _promoted;

    public PromotedValue this[int column] => _promoted[column];

    /// <exception cref="BlittableException">The text is not valid JSON.</exception>
    public void Convert(ReadOnlySpan<byte> utf8Json)
    {
        _document.ResetWrittenCount();
        (utf8Json.Length < MinSharingLength ? _small : _converter).Convert(utf8Json, _document);
        if (_promoted.Length > 0)
        {
            var root = BlittableValue.Open(_document.WrittenSpan, dictionary);
            for (var i = 0; i < _promoted.Length; i++)
            {
                _promoted[i] = options.Promoted[i].Read(root);
            }
        }
    }

    public void Dispose()
    {
        _converter.Dispose();
        _small.Dispose();
    }
}
