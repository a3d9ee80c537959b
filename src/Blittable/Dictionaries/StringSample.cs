using System.Runtime.InteropServices;
using Blittable.Strings;
using Blittable.Text;

namespace Blittable.Dictionaries;

/// <summary>Strings to train a symbol table on: all of them, or when they become many every second, every fourth, and so on.</summary>
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

    /// <summary>Keeps the strings that a condition holds for.</summary>
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

    /// <summary>A table of these strings; null if it would not save its own bytes.</summary>
    public SymbolTable? Train()
    {
        var table = SymbolTable.Train(_text.AsSpan(0, Length), CollectionsMarshal.AsSpan(_ends));
        return (CompressedLength(GeneralSymbols.Table) - CompressedLength(table)) * _stride > table.Bytes.Length ? table : null;
    }

    private long CompressedLength(SymbolTable table)
    {
        var destination = new byte[SymbolTable.MaxCompressedLength(MaxStringBytes)];
        var start = 0;
        var length = 0L;
        foreach (var end in _ends)
        {
            length += Math.Min(end - start, table.Compress(_text.AsSpan(start, end - start), destination));
            start = end;
        }

        return length;
    }
}
