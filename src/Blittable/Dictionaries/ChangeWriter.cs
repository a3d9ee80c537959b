using Blittable.Layout;

namespace Blittable.Dictionaries;

/// <summary>Writes a change, which transforms one version of a dictionary into the next.</summary>
/// <remarks>
/// A change is a sequence of groups:
/// <code>
/// kind    u8       1 shapes | 2 strings | 3 symbol tables
/// count   varint   items, at least 1
/// items   shape: count of names varint | for each name: length varint, UTF-8
///         string: length varint | UTF-8
///         symbol table: length varint | the table as SymbolTable saves it
/// </code>
/// Data that can be derived (shape blocks, their fingerprints and indexes) is not stored.
/// </remarks>
internal sealed class ChangeWriter
{
    public const byte Shapes = 1, Strings = 2, SymbolTables = 3;

    private byte[] _bytes = new byte[1024];
    private int _length;

    /// <summary>Gets the change written so far.</summary>
    public ReadOnlySpan<byte> Written => _bytes.AsSpan(0, _length);

    /// <summary>Begins a group with the specified number of items.</summary>
    public void Begin(byte kind, int count)
    {
        Reserve(1);
        _bytes[_length++] = kind;
        Number(count);
    }

    /// <summary>Writes a non-negative number.</summary>
    public void Number(int value)
    {
        Reserve(Varint.MaxLength);
        _length += Varint.Write(_bytes.AsSpan(_length), (uint)value);
    }

    /// <summary>Writes a shape whose names are concatenated.</summary>
    public void Shape(ReadOnlySpan<byte> names, ReadOnlySpan<int> ends)
    {
        Number(ends.Length);
        var start = 0;
        foreach (var end in ends)
        {
            Text(names[start..end]);
            start = end;
        }
    }

    /// <summary>Writes bytes preceded by their length: a string or a symbol table.</summary>
    public void Text(ReadOnlySpan<byte> bytes)
    {
        Number(bytes.Length);
        Raw(bytes);
    }

    /// <summary>Writes an item that is already encoded.</summary>
    public void Raw(ReadOnlySpan<byte> item)
    {
        Reserve(item.Length);
        item.CopyTo(_bytes.AsSpan(_length));
        _length += item.Length;
    }

    /// <summary>Discards everything written.</summary>
    public void Clear() => _length = 0;

    private void Reserve(int length)
    {
        if (_bytes.Length - _length < length)
        {
            Array.Resize(ref _bytes, checked((int)Math.Max(2L * _bytes.Length, (long)_length + length)));
        }
    }
}
