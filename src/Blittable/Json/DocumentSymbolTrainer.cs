using System.Runtime.InteropServices;
using Blittable.Layout;
using Blittable.Strings;
using Blittable.Text;

namespace Blittable.Json;

/// <summary>Decides whether a document gets a symbol table of its own, and trains it on a sample of its strings.</summary>
/// <remarks>
/// The table depends on the document alone. The table that was trained last is kept with its sample, for a document of which the sample is equal: training takes
/// longer than writing a document of a few megabytes.
/// </remarks>
internal sealed class DocumentSymbolTrainer
{
    /// <summary>A shorter text holds too few strings to pay for a table.</summary>
    private const int MinText = 1 << 15;

    /// <summary>Every fourth string is not learned from, but tells what the table is worth.</summary>
    private const int TestShare = 4;

    private readonly StringSampler _sampler = new();
    private readonly byte[] _codes = new byte[SymbolTable.MaxCompressedLength(StringSampler.MaxPiece)];
    private readonly byte[] _text = new byte[StringSampler.Capacity];
    private readonly List<int> _ends = [];
    private readonly byte[] _keptText = new byte[StringSampler.Capacity];
    private readonly List<int> _keptEnds = [];
    private SymbolTable? _kept;

    private int Length => _ends.Count == 0 ? 0 : _ends[^1];

    /// <summary>A table for the strings of a text; null where the general one serves as well.</summary>
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

    /// <summary>Determines whether a table saves more than it takes, judged by the strings that it was not trained on.</summary>
    private bool Pays(SymbolTable table, int jsonLength)
    {
        var saved = CompressedLength(GeneralSymbols.Table) - CompressedLength(table);
        return saved > 0 && (double)saved * TestShare * jsonLength / _sampler.Scanned > table.Bytes.Length;
    }

    /// <summary>Gathers some of the strings that were sampled.</summary>
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

    private int CompressedLength(SymbolTable table)
    {
        var start = 0;
        var total = 0;
        foreach (var end in _ends)
        {
            total += Math.Min(end - start, table.Compress(_text.AsSpan(start, end - start), _codes));
            start = end;
        }

        return total;
    }
}

/// <summary>Strings of a JSON text from many places of it, each once, to learn what its strings are like without reading all of it.</summary>
/// <remarks>
/// It starts in the middle of the text, so it guesses which quotes open a string: those that no punctuation follows. A wrong guess gives
/// a worse sample, nothing else, and the text need not even be JSON. Names, dates and strings that are not compressed by symbols are left out.
/// </remarks>
internal sealed class StringSampler
{
    /// <summary>Bytes of strings that are taken at most.</summary>
    public const int Capacity = Size + MaxPiece;

    /// <summary>A long string is represented by its start.</summary>
    public const int MaxPiece = 512;

    /// <summary>Bytes of strings that a table is learned from.</summary>
    public const int Size = 24 << 10;

    private const int WindowSize = 1 << 11, BytesPerWindow = 128;

    /// <summary>Shorter strings are not compressed.</summary>
    private const int MinPiece = 5;

    private readonly byte[] _text = new byte[Capacity];
    private readonly List<int> _ends = [];
    private readonly HashSet<ulong> _seen = [];

    /// <summary>The strings, one after the other.</summary>
    public ReadOnlySpan<byte> Text => _text.AsSpan(0, Length);

    /// <summary>Where each string ends.</summary>
    public ReadOnlySpan<int> Ends => CollectionsMarshal.AsSpan(_ends);

    /// <summary>Bytes of JSON that were looked at.</summary>
    public int Scanned { get; private set; }

    private int Length => _ends.Count == 0 ? 0 : _ends[^1];

    /// <summary>Takes a new sample.</summary>
    /// <param name="json">The text.</param>
    /// <param name="size">About how many bytes of strings, at most <see cref="Size"/>.</param>
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

    /// <summary>Copies a string up to its closing quote, or as much as the destination holds.</summary>
    /// <returns>Where it ends, after the quote.</returns>
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
                // An escape of a code unit leaves only its letter: what it stands for is rare in what is compressed.
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
