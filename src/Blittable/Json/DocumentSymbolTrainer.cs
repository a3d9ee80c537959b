using System.Runtime.InteropServices;
using Blittable.Strings;

namespace Blittable.Json;

/// <summary>Decides whether a document gets a symbol table of its own, and trains it on a sample of its strings.</summary>
/// <remarks>
/// Training takes longer than writing a document of a few megabytes. So the table that was trained last is kept, and a document whose strings it serves
/// about as well as those it was made for carries it too: of a stream of like documents only the first one is learned from.
/// </remarks>
internal sealed class DocumentSymbolTrainer
{
    /// <summary>A shorter text holds too few strings to pay for a table.</summary>
    private const int MinText = 1 << 15;

    /// <summary>Every fourth string is not learned from, but tells what the table is worth.</summary>
    private const int TestShare = 4;

    /// <summary>A kept table may take so many times the codes that it took for the strings it was made for.</summary>
    private const double Tolerance = 1.04;

    /// <summary>Bytes of strings that a kept table is tried on.</summary>
    private const int TrialSize = 4 << 10;

    private readonly StringSampler _sampler = new();
    private readonly byte[] _codes = new byte[SymbolTable.MaxCompressedLength(StringSampler.MaxPiece)];
    private readonly byte[] _text = new byte[StringSampler.Capacity];
    private readonly List<int> _ends = [];
    private SymbolTable? _kept;

    /// <summary>Codes for a byte of the strings that the kept table was made for.</summary>
    private double _keptRatio;

    private int Length => _ends.Count == 0 ? 0 : _ends[^1];

    /// <summary>A table for the strings of a text; null where the general one serves as well.</summary>
    public SymbolTable? Train(ReadOnlySpan<byte> json)
    {
        if (json.Length < MinText)
        {
            return null;
        }

        if (_kept is not null && Try(_kept, json) <= _keptRatio * Tolerance)
        {
            return Pays(_kept, json.Length, share: 1) ? _kept : null;
        }

        _sampler.Take(json, StringSampler.Size);
        Select(static index => index % TestShare != 0);
        _kept = SymbolTable.Train(_text.AsSpan(0, Length), CollectionsMarshal.AsSpan(_ends));
        Select(static index => index % TestShare == 0);
        var ratio = Ratio(_kept);
        var pays = Pays(_kept, json.Length, TestShare);
        _keptRatio = Math.Max(ratio, Try(_kept, json));
        return pays ? _kept : null;
    }

    /// <summary>What a table makes of a byte of the text's strings, judged by a few of them.</summary>
    private double Try(SymbolTable table, ReadOnlySpan<byte> json)
    {
        _sampler.Take(json, TrialSize);
        Select(static _ => true);
        return Ratio(table);
    }

    private double Ratio(SymbolTable table) => (double)CompressedLength(table) / Math.Max(Length, 1);

    /// <summary>Whether a table saves more than it takes, judged by every so many of the strings that were sampled.</summary>
    private bool Pays(SymbolTable table, int jsonLength, int share)
    {
        var saved = CompressedLength(GeneralSymbols.Table) - CompressedLength(table);
        return saved > 0 && (double)saved * share * jsonLength / _sampler.Scanned > table.Bytes.Length;
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
