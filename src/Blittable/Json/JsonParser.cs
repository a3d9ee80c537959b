using System.Runtime.InteropServices;
using Blittable.Strings;
using Blittable.Writing;

namespace Blittable.Json;

/// <summary>Converts JSON text to a document in one pass. Each token is recognized, checked and written before the next is examined.</summary>
/// <remarks>
/// Prediction makes the parser fast. The shape trie predicts the next name, and a single vector comparison with the text confirms it. White space is expected
/// to be as long as the last time at the same depth. The start of the next token is therefore known before the current one has been read. The parser only
/// detects that a text is invalid. <see cref="JsonFault"/> reads it again from the start to find the error and its position.
/// </remarks>
internal sealed unsafe partial class JsonParser
{
    private readonly ValueWriter _writer;

    /// <summary>Trains a symbol table for each document; null if documents have no tables of their own.</summary>
    private readonly DocumentSymbolTrainer? _symbols;

    private readonly bool _isDisk;
    private readonly bool _findsRepeats;
    private readonly bool _detectDates;

    /// <summary>True if strings may be replaced with strings of a dictionary.</summary>
    private readonly bool _findsFrequent;

    private readonly bool _checksNumbers;
    private byte* _origin;
    private byte* _end;
    private byte* _safeEnd;
    private byte* _refillAt;

    /// <summary>The address of the byte before the first marked byte.</summary>
    private byte* _unmarked;
    private bool _inTail;
    private int _named;

    /// <summary>The buffer for text that is too short or too close to the end to be read in place.</summary>
    private readonly byte* _tail;

    /// <summary>The pinned marks of the text, up to the end of the window's reach: see <see cref="StringMarkKernel"/>.</summary>
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

    /// <summary>Writes the document of a JSON text. Returns false if the text is invalid.</summary>
    public bool TryConvert(ReadOnlySpan<byte> text)
    {
        fixed (byte* input = text)
        {
            var table = _symbols?.Train(text);
            var isJson = TryConvert(input, text.Length, table);

            // A table is chosen by a sample of the strings. If it does not pay for itself, the document is smaller without it.
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
