using Blittable.Collections.Storage;
using Blittable.Columns;
using Blittable.Text;

namespace Blittable.Collections.Stripes.Writing;

/// <summary>Collects the strings of a node in a chunk group.</summary>
/// <remarks>If no encoding is smaller than plain strings, a symbol table is trained on the strings of the first group and tried on each group.</remarks>
internal sealed class StringCollector
{
    /// <summary>The maximum number of bytes stored for a bound.</summary>
    private const int BoundBytes = 32;

    /// <summary>The average number of spaces per string from which the strings are prose, which hardly any query compares for equality.</summary>
    private const int ProseSpaces = 1;

    /// <summary>The number of bytes below which a symbol table is not worthwhile.</summary>
    private const int LeastForSymbols = 4096;

    private readonly TextRows _texts = new();
    private readonly TextRows _codes = new();
    private SymbolTable? _symbols;
    private readonly SharedStringsWriter _shared = new();
    private bool _areSymbolsUseless;
    private int _group;

    /// <summary>Gets the symbol table of the stripe's chunks, if any chunk is compressed.</summary>
    public SymbolTable? Symbols { get; private set; }

    public void Add(int row, in BlittableValue value)
    {
        if (value.TryGetUtf8Span(out var text))
        {
            _texts.Add(row, text);
            return;
        }

        value.TryGetUtf8Length(out var length);
        value.TryCopyUtf8(_texts.Reserve(length), out length);
        _texts.Commit(row, length);
    }

    public void Add(int row, ReadOnlySpan<byte> text) => _texts.Add(row, text);

    /// <summary>Writes the chunk and resets the collector.</summary>
    public ChunkInfo Finish(int rows, ChunkContext context, IndexBuilder? index)
    {
        var chunk = _texts.Count == 0 ? ChunkInfo.Absent : FinishStrings(rows, context, index);
        _texts.Clear();
        _group++;
        return chunk;
    }

    /// <summary>Writes the chunks that were deferred to the end of the stripe.</summary>
    /// <param name="context">The output.</param>
    /// <param name="dictionary">The dictionary of the column, if any.</param>
    /// <returns>The written chunks, with their groups.</returns>
    public IEnumerable<(int Group, ChunkInfo Chunk)> FinishStripe(ChunkContext context, out BlockReference dictionary) =>
        _shared.Finish(context, out dictionary);

    private ChunkInfo FinishStrings(int rows, ChunkContext context, IndexBuilder? index)
    {
        for (var i = 0; index is not null && i < _texts.Count; i++)
        {
            index.AddText(context.FirstRow + _texts.Rows[i], IndexHash.Of(_texts[i]));
        }

        var ends = _texts.Spread(rows, out var isNull);
        context.Strings.WriteBatch(_texts.Bytes, ends, isNull);
        var distinct = context.Strings.Distinct;
        int least = 0, most = 0;
        for (var i = 0; i < distinct.Count; i++)
        {
            least = distinct[i].SequenceCompareTo(distinct[least]) < 0 ? i : least;
            most = distinct[i].SequenceCompareTo(distinct[most]) > 0 ? i : most;
            context.Filter.Add(IndexHash.Of(distinct[i]));
        }

        var (minText, maxText, isMaxTextCut) = (Bound(distinct[least]), Bound(distinct[most]), distinct[most].Length > BoundBytes);
        var isShared = _shared.IsTried(_texts.Count, distinct.Count);
        var chunk = context.Strings.Finish();
        var encoding = new StringColumnReader(chunk.Span, verify: false).Encoding;
        var compressed = encoding is ColumnEncoding.Plain or ColumnEncoding.Alphabet ? TryCompress(rows, context, chunk.Length) : default;
        var stored = compressed.IsEmpty ? chunk.Span : compressed.Span;
        var isProse = _texts.Bytes.Count((byte)' ') >= ProseSpaces * _texts.Count;
        var info = new ChunkInfo
        {
            Format = compressed.IsEmpty ? ChunkFormat.String : ChunkFormat.Symbols,
            Values = _texts.Count,
            JsonBytes = JsonLength.OfStrings(_texts.Bytes, _texts.Count),
            MinText = minText,
            MaxText = maxText,
            IsMaxTextCut = isMaxTextCut,
            Filter = context.Filter.Finish(isProse ? 0 : stored.Length),
            Block = isShared ? default : context.Sink.Write(stored),
        };
        if (isShared)
        {
            _shared.Add(_group, info, stored, _texts, rows, context);
        }

        return info;
    }

    private ReadOnlyMemory<byte> TryCompress(int rows, ChunkContext context, int plainLength)
    {
        if (_areSymbolsUseless || _texts.Bytes.Length < LeastForSymbols)
        {
            return default;
        }

        _symbols ??= SymbolTable.Train(_texts.Bytes, _texts.Ends);
        _codes.Clear();
        for (var i = 0; i < _texts.Count; i++)
        {
            var text = _texts[i];
            _codes.Commit(_texts.Rows[i], _symbols.Compress(text, _codes.Reserve(SymbolTable.MaxCompressedLength(text.Length))));
        }

        var ends = _codes.Spread(rows, out var isNull);
        context.PlainStrings.WriteBatch(_codes.Bytes, ends, isNull);
        var chunk = context.PlainStrings.Finish();

        // Compression must save at least 10 % to be worth decoding.
        if (chunk.Length > plainLength - (plainLength / 10))
        {
            _areSymbolsUseless = Symbols is null;
            return default;
        }

        Symbols = _symbols;
        return chunk;
    }

    private static byte[] Bound(ReadOnlySpan<byte> text) => text[..Math.Min(BoundBytes, text.Length)].ToArray();
}
