using System.Runtime.InteropServices;
using Blittable.Strings;

namespace Blittable.Json;

/// <summary>Decides whether a document gets a symbol table of its own, and trains it on a sample of its strings.</summary>
internal sealed class DocumentSymbols
{
    /// <summary>A shorter text holds too few strings to pay for a table.</summary>
    private const int MinText = 1 << 15;

    /// <summary>Every fourth string is not learned from, but tells what the table is worth.</summary>
    private const int TestShare = 4;

    private readonly StringSampler _sampler = new();
    private readonly byte[] _codes = new byte[SymbolTable.MaxCompressedLength(StringSampler.MaxPiece)];
    private readonly byte[] _text = new byte[StringSampler.Capacity];
    private readonly List<int> _ends = [];

    private int Length => _ends.Count == 0 ? 0 : _ends[^1];

    /// <summary>A table for the strings of a text; null where the general one serves as well.</summary>
    public SymbolTable? Train(ReadOnlySpan<byte> json)
    {
        if (json.Length < MinText)
        {
            return null;
        }

        _sampler.Take(json);
        Select(tests: false);
        var table = SymbolTable.Train(_text.AsSpan(0, Length), CollectionsMarshal.AsSpan(_ends));
        Select(tests: true);
        var saved = CompressedLength(GeneralSymbols.Table) - CompressedLength(table);
        return saved > 0 && (double)saved * TestShare * json.Length / _sampler.Scanned > table.Bytes.Length ? table : null;
    }

    /// <summary>Gathers the strings that are learned from, or those that are not.</summary>
    private void Select(bool tests)
    {
        _ends.Clear();
        var start = 0;
        var length = 0;
        for (var i = 0; i < _sampler.Ends.Length; i++)
        {
            var text = _sampler.Text[start.._sampler.Ends[i]];
            start = _sampler.Ends[i];
            if (i % TestShare == 0 == tests)
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
