using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Reading;
using Blittable.Strings;
using Blittable.Text;
using Blittable.Writing;

namespace Blittable.Dictionaries;

/// <summary>Looks at documents for what they have in common, and makes a change of a dictionary of it.</summary>
internal sealed class DictionaryTrainer : IDisposable
{
    /// <summary>A longer string is not looked for in other documents.</summary>
    private const int MaxStringLength = 1 << 12;

    /// <summary>Strings whose number takes a byte.</summary>
    private const int NearStrings = 256;

    /// <summary>About how much shorter a string is in a saved dictionary, which is compressed as a whole.</summary>
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

    /// <summary>Looks at one document.</summary>
    /// <exception cref="BlittableException">The text is not JSON.</exception>
    public void Add(ReadOnlySpan<byte> utf8Json) => Add(BlittableValue.Open(_converter.Convert(utf8Json)));

    /// <summary>Looks at one document, and at each of its stored values once, however often it is referred to.</summary>
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

            // Packed numbers have no children of their own.
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

    /// <summary>Writes what was learned and a dictionary does not know.</summary>
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

            table = _sample.Train();
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

    /// <summary>The strings that save more in documents than they take here, those first that most documents have.</summary>
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
