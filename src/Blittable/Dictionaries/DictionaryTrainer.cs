using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Layout;
using Blittable.Reading;
using Blittable.Text;
using Blittable.Writing;

namespace Blittable.Dictionaries;

/// <summary>Collects what documents have in common, and writes it as a change of a dictionary.</summary>
internal sealed class DictionaryTrainer : IDisposable
{
    /// <summary>The maximum length of strings that are counted.</summary>
    private const int MaxStringLength = 1 << 12;

    /// <summary>The number of strings whose number takes one byte.</summary>
    private const int NearStrings = 256;

    /// <summary>The estimated compression ratio of strings in a saved dictionary, which is compressed as a whole.</summary>
    private const int SavedRatio = 2;

    private readonly BlittableTrainingOptions _options;
    private readonly BlittableConverter _converter;
    private readonly DocumentTally _shapes = new();
    private readonly DocumentTally _strings = new();
    private readonly StringSample _sample = new();
    private readonly Stack<int> _open = new();
    private readonly ChangeWriter _shape = new();
    private int _documents;

    public DictionaryTrainer(BlittableTrainingOptions options)
    {
        _options = options;
        _converter = new BlittableConverter(new BlittableOptions { DetectDates = options.DetectDates });
    }

    /// <summary>Adds a document.</summary>
    /// <exception cref="BlittableException">The text is not valid JSON.</exception>
    public void Add(ReadOnlySpan<byte> utf8Json) => Add(BlittableValue.Open(_converter.Convert(utf8Json)));

    /// <summary>Adds a document. Each stored value is visited once, regardless of the number of references.</summary>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    public void Add(BlittableValue root)
    {
        _documents++;
        var seen = ValueComparison.IsShared(root) ? new HashSet<int>() : null;
        _open.Push(root.Address);
        while (_open.TryPop(out var address))
        {
            var value = root.WithAddress(address);
            if (value.TryReadObject(out var container, out var shape))
            {
                AddShape(shape);
            }
            else if (!value.TryReadArray(out container))
            {
                AddString(value);
                continue;
            }

            // Number arrays have no stored children.
            var count = container.IsPacked ? 0 : ValueComparison.IsUniform(container) ? 1 : container.Count;
            for (var i = 0; i < count; i++)
            {
                var child = container.Child(i);
                if (seen is null || seen.Add(child))
                {
                    _open.Push(child);
                }
            }
        }
    }

    /// <summary>Writes what was learned and is missing in a dictionary.</summary>
    public void Write(ChangeWriter change, DictionaryStore store)
    {
        var known = store.Published;
        WriteItems(change, ChangeWriter.Shapes, NewShapes(store));
        SymbolTable? table = null;
        if (_options.SymbolTable)
        {
            if (_options.FrequentStrings)
            {
                _sample.Keep(text => _strings.Documents(text.Span) < _options.MinSightings);
            }

            table = _sample.Train(known.Symbols(known.Version));
            if (table is not null)
            {
                change.Begin(ChangeWriter.SymbolTables, 1);
                change.Text(table.Bytes);
            }
        }

        if (_options.FrequentStrings)
        {
            WriteItems(change, ChangeWriter.Strings, NewStrings(known, table ?? known.Symbols(known.Version)));
        }
    }

    public void Dispose() => _converter.Dispose();

    private void AddShape(in ShapeBlock shape)
    {
        if (shape.Count == 0 || shape.Count > ShapeTrie.MaxNames)
        {
            return;
        }

        _shape.Clear();
        _shape.Number(shape.Count);
        for (var i = 0; i < shape.Count; i++)
        {
            _shape.Text(shape.Name(i));
        }

        _shapes.Add(_shape.Written, _documents);
    }

    private List<byte[]> NewShapes(DictionaryStore store) =>
    [
        .. _shapes.All
            .Where(shape => shape.Documents >= _options.MinSightings && !store.RefusesShape(shape.Key))
            .OrderByDescending(shape => shape.Documents)
            .Take(_options.MaxShapes)
            .Select(shape => shape.Key),
    ];

    /// <summary>Returns the strings that save more in documents than they cost in the dictionary, ordered by descending number of documents.</summary>
    private List<byte[]> NewStrings(DictionarySnapshot known, SymbolTable? table)
    {
        var strings = new List<byte[]>();
        var item = new ChangeWriter();
        var codes = new byte[StringCodec.MaxEncodedLength(MaxStringLength)];
        foreach (var (text, documents) in _strings.All.OrderByDescending(text => text.Documents).ThenBy(text => text.Key.Length))
        {
            if (documents < _options.MinSightings || strings.Count == _options.MaxStrings)
            {
                break;
            }

            var encoding = StringCodec.Compress(text, StringCompression.Trained, table, codes, out var length);
            length = encoding == StringEncoding.Raw ? 1 + text.Length : 1 + Varint.Length((uint)text.Length) + length;
            var number = known.StringCount + strings.Count;
            var saved = length - (number < NearStrings ? 2 : 3);
            if (saved * (long)documents > 1 + (text.Length / SavedRatio) && (known.Index is null || known.Index.Find(text) < 0))
            {
                item.Clear();
                item.Text(text);
                strings.Add(item.Written.ToArray());
            }
        }

        return strings;
    }

    private static void WriteItems(ChangeWriter change, byte kind, List<byte[]> items)
    {
        if (items.Count > 0)
        {
            change.Begin(kind, items.Count);
            items.ForEach(item => change.Raw(item));
        }
    }

    [SkipLocalsInit]
    private void AddString(BlittableValue value)
    {
        if (value.Kind == BlittableValueKind.String && !value.IsDate && value.TryGetUtf8Length(out var length) && length <= MaxStringLength)
        {
            using var text = new TextOrCopy(value, stackalloc byte[TextOrCopy.StackLimit]);
            AddString(text.Bytes);
        }
    }

    private void AddString(ReadOnlySpan<byte> text)
    {
        if (text.Length < 2 || text.Length > MaxStringLength || !_strings.Add(text, _documents))
        {
            return;
        }

        if (Nibbles.Classify(text) == StringEncoding.Raw)
        {
            _sample.Add(text);
        }
    }
}

/// <summary>
/// Counts the documents in which each of many byte strings occurs, in bounded memory: if there are too many, the least frequent are discarded.
/// </summary>
/// <param name="maxBytes">The maximum memory of the counted strings, in bytes.</param>
internal sealed class DocumentTally(long maxBytes = 1 << 26)
{
    /// <summary>The memory that a key uses in addition to its bytes: its array header, and its entry and bucket in the hash table.</summary>
    private const int KeyOverhead = 24 + 40;

    private readonly Dictionary<byte[], Sightings> _sightings = new(Utf8Comparer.Instance);
    private long _bytes;

    private struct Sightings
    {
        public int Documents;
        public int Last;
    }

    /// <summary>Gets all keys, and the number of documents in which each was seen.</summary>
    public IEnumerable<(byte[] Key, int Documents)> All => _sightings.Select(pair => (pair.Key, pair.Value.Documents));

    /// <summary>Counts a key. Returns <see langword="false"/> if it was already counted for this document.</summary>
    public bool Add(ReadOnlySpan<byte> key, int document)
    {
        ref var sightings = ref CollectionsMarshal.GetValueRefOrAddDefault(_sightings.GetAlternateLookup<ReadOnlySpan<byte>>(), key, out var exists);
        if (exists && sightings.Last == document)
        {
            return false;
        }

        sightings.Documents++;
        sightings.Last = document;
        if (!exists && (_bytes += key.Length + KeyOverhead) > maxBytes)
        {
            Forget();
        }

        return true;
    }

    /// <summary>Returns the number of documents in which a key was seen.</summary>
    public int Documents(ReadOnlySpan<byte> key) =>
        _sightings.GetAlternateLookup<ReadOnlySpan<byte>>().TryGetValue(key, out var sightings) ? sightings.Documents : 0;

    /// <summary>Frees half of the capacity, so this is necessary only once for many strings.</summary>
    private void Forget()
    {
        for (var least = 2; _bytes > maxBytes / 2; least *= 2)
        {
            foreach (var (key, sightings) in _sightings)
            {
                if (sightings.Documents < least)
                {
                    _sightings.Remove(key);
                    _bytes -= key.Length + KeyOverhead;
                }
            }
        }
    }
}

/// <summary>Collects strings to train a symbol table: all strings, or, as their number grows, every second, fourth, and so on.</summary>
internal sealed class StringSample
{
    private const int MaxBytes = 1 << 24, MaxStringBytes = 1 << 12;

    private byte[] _text = new byte[4096];
    private List<int> _ends = [];
    private int _stride = 1;
    private int _skipped;

    private int Length => _ends.Count == 0 ? 0 : _ends[^1];

    public void Add(ReadOnlySpan<byte> text)
    {
        if (++_skipped < _stride)
        {
            return;
        }

        _skipped = 0;
        text = text[..Math.Min(text.Length, MaxStringBytes)];
        if (Length + text.Length > MaxBytes)
        {
            var odd = false;
            Keep(_ => odd = !odd);
            _stride *= 2;
        }

        var start = Length;
        if (_text.Length - start < text.Length)
        {
            Array.Resize(ref _text, (2 * _text.Length) + text.Length);
        }

        text.CopyTo(_text.AsSpan(start));
        _ends.Add(start + text.Length);
    }

    /// <summary>Keeps only the strings that satisfy a condition.</summary>
    public void Keep(Func<ReadOnlyMemory<byte>, bool> condition)
    {
        var ends = new List<int>();
        var start = 0;
        var kept = 0;
        foreach (var end in _ends)
        {
            if (condition(_text.AsMemory(start, end - start)))
            {
                _text.AsSpan(start, end - start).CopyTo(_text.AsSpan(kept));
                kept += end - start;
                ends.Add(kept);
            }

            start = end;
        }

        _ends = ends;
    }

    /// <summary>Trains a table on the strings. Returns <see langword="null"/> if it would not save more than its own size.</summary>
    /// <param name="known">The table that encodes the strings without the new table, or null for the general table.</param>
    public SymbolTable? Train(SymbolTable? known = null)
    {
        var text = _text.AsSpan(0, Length);
        var ends = CollectionsMarshal.AsSpan(_ends);
        var table = SymbolTable.Train(text, ends);
        var codes = new byte[SymbolTable.MaxCompressedLength(MaxStringBytes)];
        var saved = (known ?? GeneralSymbols.Table).CompressedLength(text, ends, codes) - table.CompressedLength(text, ends, codes);
        return saved * _stride > table.Bytes.Length ? table : null;
    }
}
