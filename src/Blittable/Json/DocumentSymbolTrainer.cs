using System.Runtime.InteropServices;
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
