using System.Runtime.InteropServices;
using Blittable.Layout;
using Blittable.Text;

namespace Blittable.Json;

/// <summary>Decides whether a document gets its own symbol table, and trains it on a sample of the document's strings.</summary>
/// <remarks>
/// The table depends only on the document. The last trained table is cached with its sample and reused if the sample of a document is equal. Training takes
/// longer than writing a document of a few megabytes.
/// </remarks>
internal sealed class DocumentSymbolTrainer
{
    /// <summary>The minimum length of a text. Shorter texts contain too few strings to pay for a table.</summary>
    private const int MinText = 1 << 15;

    /// <summary>One string in this many is excluded from training and used to test the table.</summary>
    private const int TestShare = 4;

    private readonly StringSampler _sampler = new();
    private readonly byte[] _codes = new byte[SymbolTable.MaxCompressedLength(StringSampler.MaxPiece)];
    private readonly byte[] _text = new byte[StringSampler.Capacity];
    private readonly List<int> _ends = [];
    private readonly byte[] _keptText = new byte[StringSampler.Capacity];
    private readonly List<int> _keptEnds = [];
    private SymbolTable? _kept;

    private int Length => _ends.Count == 0 ? 0 : _ends[^1];

    /// <summary>Trains a table on the strings of a text. Returns null if the general table serves as well.</summary>
    public SymbolTable? Train(ReadOnlySpan<byte> json)
    {
        if (json.Length < MinText)
        {
            return null;
        }

        _sampler.Take(json, StringSampler.Size);
        Select(static index => index % TestShare != 0);
        var text = _text.AsSpan(0, Length);
        if (_kept is null || !text.SequenceEqual(_keptText.AsSpan(0, text.Length)) || !CollectionsMarshal.AsSpan(_ends).SequenceEqual(CollectionsMarshal.AsSpan(_keptEnds)))
        {
            _kept = SymbolTable.Train(text, CollectionsMarshal.AsSpan(_ends));
            text.CopyTo(_keptText);
            _keptEnds.Clear();
            _keptEnds.AddRange(_ends);
        }

        Select(static index => index % TestShare == 0);
        return Pays(_kept, json.Length) ? _kept : null;
    }

    /// <summary>Determines whether a table saves more than its own size, judged by the strings excluded from training.</summary>
    private bool Pays(SymbolTable table, int jsonLength)
    {
        var ends = CollectionsMarshal.AsSpan(_ends);
        var saved = GeneralSymbols.Table.CompressedLength(_text, ends, _codes) - table.CompressedLength(_text, ends, _codes);
        return saved > 0 && (double)saved * TestShare * jsonLength / _sampler.Scanned > table.Bytes.Length;
    }

    /// <summary>Gathers a subset of the sampled strings.</summary>
    private void Select(Func<int, bool> isSelected)
    {
        _ends.Clear();
        var start = 0;
        var length = 0;
        for (var i = 0; i < _sampler.Ends.Length; i++)
        {
            var text = _sampler.Text[start.._sampler.Ends[i]];
            start = _sampler.Ends[i];
            if (isSelected(i))
            {
                text.CopyTo(_text.AsSpan(length));
                length += text.Length;
                _ends.Add(length);
            }
        }
    }
}

/// <summary>Samples distinct strings from many positions of a JSON text, to learn what its strings are like without reading all of it.</summary>
/// <remarks>
/// Sampling starts in the middle of the text, so the sampler guesses which quotation marks open a string: those without punctuation after them. A wrong guess
/// only results in a worse sample, and the text need not even be JSON. Names, dates and strings that are not compressed with symbols are skipped.
/// </remarks>
internal sealed class StringSampler
{
    /// <summary>The maximum size of the sampled strings in bytes.</summary>
    public const int Capacity = Size + MaxPiece;

    /// <summary>The maximum number of bytes of one string. Longer strings are represented by their beginning.</summary>
    public const int MaxPiece = 512;

    /// <summary>The size in bytes of the strings for training a table.</summary>
    public const int Size = 24 << 10;

    private const int WindowSize = 1 << 11, BytesPerWindow = 128;

    /// <summary>The minimum length of a string. Shorter strings are not compressed.</summary>
    private const int MinPiece = 5;

    private readonly byte[] _text = new byte[Capacity];
    private readonly List<int> _ends = [];
    private readonly HashSet<ulong> _seen = [];

    /// <summary>Gets the concatenated strings.</summary>
    public ReadOnlySpan<byte> Text => _text.AsSpan(0, Length);

    /// <summary>Gets the end of each string.</summary>
    public ReadOnlySpan<int> Ends => CollectionsMarshal.AsSpan(_ends);

    /// <summary>Gets the number of JSON bytes scanned.</summary>
    public int Scanned { get; private set; }

    private int Length => _ends.Count == 0 ? 0 : _ends[^1];

    /// <summary>Takes a new sample.</summary>
    /// <param name="json">The text.</param>
    /// <param name="size">The approximate size of the strings in bytes, at most <see cref="Size"/>.</param>
    public void Take(ReadOnlySpan<byte> json, int size)
    {
        _ends.Clear();
        _seen.Clear();
        Scanned = 0;
        var step = Math.Max(json.Length / (size / BytesPerWindow), WindowSize);
        var goal = BytesPerWindow;
        for (long start = 0; start < json.Length && goal <= size; start += step)
        {
            TakeWindow(json[(int)start..], goal);
            goal += BytesPerWindow;
        }
    }

    private void TakeWindow(ReadOnlySpan<byte> json, int goal)
    {
        var limit = Math.Min(json.Length, WindowSize);
        var next = 0;
        while (next < limit && Length < goal)
        {
            var quote = json[next..limit].IndexOf((byte)'"');
            if (quote < 0)
            {
                next = limit;
                break;
            }

            quote += next;
            next = quote + 1;
            if ((quote > 0 && json[quote - 1] == '\\') || IsPunctuation(NextToken(json[next..])))
            {
                continue;
            }

            var start = Length;
            next += Unescape(json[next..], _text.AsSpan(start, MaxPiece), out var length);
            if (NextToken(json[Math.Min(next, json.Length)..]) is not (byte)':' && IsCompressible(_text.AsSpan(start, length)))
            {
                _ends.Add(start + length);
            }
        }

        Scanned += next;
    }

    private bool IsCompressible(ReadOnlySpan<byte> text)
    {
        if (text.Length < MinPiece || (text.Length > 8 && text[4] == '-' && text[7] == '-') || Nibbles.Classify(text) != StringEncoding.Raw)
        {
            return false;
        }

        return _seen.Add(SeededHash.Of(text, seed: 0));
    }

    /// <summary>Copies a string up to its closing quotation mark, or as much as fits in the destination.</summary>
    /// <returns>The end of the string, after the quotation mark.</returns>
    private static int Unescape(ReadOnlySpan<byte> json, Span<byte> destination, out int length)
    {
        length = 0;
        var next = 0;
        while (true)
        {
            var plain = json[next..].IndexOfAny((byte)'"', (byte)'\\');
            plain = plain < 0 ? json.Length - next : plain;
            var copied = Math.Min(plain, destination.Length - length);
            json.Slice(next, copied).CopyTo(destination[length..]);
            length += copied;
            next += plain;
            if (next + 1 >= json.Length || json[next] == '"')
            {
                return next + 1;
            }

            if (length < destination.Length)
            {
                // For a \u escape, only the letter is copied. Its characters are rare in compressed strings.
                destination[length++] = json[next + 1] switch
                {
                    (byte)'n' => (byte)'\n',
                    (byte)'r' => (byte)'\r',
                    (byte)'t' => (byte)'\t',
                    var other => other,
                };
            }

            next += 2;
        }
    }

    private static byte NextToken(ReadOnlySpan<byte> json)
    {
        var token = json.IndexOfAnyExcept(" \n\r\t"u8);
        return token < 0 ? (byte)0 : json[token];
    }

    private static bool IsPunctuation(byte token) => token is (byte)':' or (byte)',' or (byte)'}' or (byte)']';
}
