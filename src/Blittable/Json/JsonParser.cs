using System.Runtime.InteropServices;
using Blittable.Strings;
using Blittable.Writing;

namespace Blittable.Json;

/// <summary>JSON text to document in one pass: each token is recognized, checked and written before the next is looked at.</summary>
/// <remarks>
/// What makes it fast is prediction: the trie of shapes says which name comes next, and one vector comparison with the text confirms it;
/// white space is expected to be as long as it was the last time at the same depth. So where the next token starts is known before this one has
/// been read. The parser only finds out that a text is wrong; what is wrong with it, and where, is found by
/// <see cref="JsonFault"/>, which reads the text once more from its start.
/// </remarks>
internal sealed unsafe partial class JsonParser
{
    private readonly ValueWriter _writer;

    /// <summary>Trains a symbol table for each document; null if no document carries a table of its own.</summary>
    private readonly DocumentSymbolTrainer? _symbols;

    private readonly bool _isDisk;
    private readonly bool _findsRepeats;
    private readonly bool _detectDates;

    /// <summary>A value that indicates whether strings of a dictionary stand for equal ones.</summary>
    private readonly bool _findsFrequent;

    private readonly bool _checksNumbers;
    private byte* _origin;
    private byte* _end;
    private byte* _safeEnd;
    private byte* _refillAt;

    /// <summary>The byte before that of the first of <see cref="_marks"/>.</summary>
    private byte* _unmarked;
    private bool _inTail;
    private int _named;

    /// <summary>Where the text is copied to that is too near to its end, or too short, to be read in place.</summary>
    private readonly byte* _tail;

    /// <summary>Marks of the text up to where the window may reach, pinned: see <see cref="StringMarkKernel"/>.</summary>
    private readonly byte* _marks;

    public JsonParser(ValueWriter writer, BlittableOptions options)
    {
        _writer = writer;
        _tail = (byte*)Marshal.UnsafeAddrOfPinnedArrayElement(_copy, 0);
        _marks = (byte*)Marshal.UnsafeAddrOfPinnedArrayElement(_markWords, 0);
        _isDisk = options.Mode == BlittableMode.Disk;
        _findsRepeats = _isDisk && options.ShareValues;
        _findsFrequent = _isDisk && options.Dictionary is not null;
        _detectDates = options.DetectDates;
        _checksNumbers = options.ChecksNumbers;
        if (options is { Mode: BlittableMode.Disk, StringCompression: StringCompression.Trained, Dictionary: null })
        {
            _symbols = new DocumentSymbolTrainer();
        }
    }

    /// <summary>Writes the document of one JSON text; false if the text is not JSON.</summary>
    public bool TryConvert(ReadOnlySpan<byte> text)
    {
        fixed (byte* input = text)
        {
            var table = _symbols?.Train(text);
            var isJson = TryConvert(input, text.Length, table);

            // A table is chosen by a sample of the strings. If it has not paid for itself, the document is smaller without it.
            return isJson && table is not null && _writer.AreSymbolsWasted ? TryConvert(input, text.Length, null) : isJson;
        }
    }

    private bool TryConvert(byte* input, int length, SymbolTable? table)
    {
        _writer.Source = input;
        _writer.Begin(length);
        if (_symbols is not null)
        {
            _writer.UseSymbols(table);
        }

        var start = Enter(input, length);
        return _isDisk ? Run<IConversionMode.Disk>(start)
            : _checksNumbers ? Run<IConversionMode.Memory>(start)
            : Run<IConversionMode.UncheckedMemory>(start);
    }
}
