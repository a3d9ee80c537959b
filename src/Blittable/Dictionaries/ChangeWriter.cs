using Blittable.Layout;

namespace Blittable.Dictionaries;

/// <summary>Writes the change that makes one version of a dictionary of the version before.</summary>
/// <remarks>
/// A change is a run of groups, to its end:
/// <code>
/// kind    u8       1 shapes | 2 strings | 3 symbol tables
/// count   varint   items, at least 1
/// items   shape: count of names varint | for each name: length varint, UTF-8
///         string: length varint | UTF-8
///         symbol table: length varint | the table as SymbolTable saves it
/// </code>
/// Whatever can be derived (shape blocks, their fingerprints, indexes) is not stored.
/// </remarks>
internal sealed class ChangeWriter
{
    public const byte Shapes = 1, Strings = 2, SymbolTables = 3;

    private byte[] _bytes = new byte[1024];
    private int _length;

    /// <summary>The change so far.</summary>
    public ReadOnlySpan<byte> Written => _bytes.AsSpan(0, _length);

    /// <summary>Starts a group of so many items.</summary>
    public void Begin(byte kind, int count)
    {
        Reserve(1);
        _bytes[_length++] = kind;
        Number(count);
    }

    /// <summary>Writes a number that is not negative.</summary>
    public void Number(int value)
    {
        Reserve(Varint.MaxLength);
        _length += Varint.Write(_bytes.AsSpan(_length), (uint)value);
    }

    /// <summary>Writes a shape, of names that lie one after the other.</summary>
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

    /// <summary>Writes bytes that their length precedes: a string, or a symbol table.</summary>
    public void Text(ReadOnlySpan<byte> bytes)
    {
        Number(bytes.Length);
        Raw(bytes);
    }

    /// <summary>Writes an item that is written already.</summary>
    public void Raw(ReadOnlySpan<byte> item)
    {
        Reserve(item.Length);
        item.CopyTo(_bytes.AsSpan(_length));
        _length += item.Length;
    }

    /// <summary>Forgets what was written.</summary>
    public void Clear() => _length = 0;

    private void Reserve(int length)
    {
        if (_bytes.Length - _length < length)
        {
            Array.Resize(ref _bytes, checked((int)Math.Max(2L * _bytes.Length, (long)_length + length)));
        }
    }
}
