using System.Buffers;
using System.Text;
using System.Text.Unicode;
using Blittable.Layout;

namespace Blittable.Writing;

/// <content>Provides fast paths of the builder: predicted names, and strings encoded in place.</content>
internal sealed unsafe partial class ValueWriter
{
    /// <summary>The maximum number of UTF-8 bytes per UTF-16 code unit.</summary>
    private const int MaxUnitBytes = 3;

    /// <summary>Sets the name of the next value if it matches the predicted name. Returns false for any other name and for invalid text.</summary>
    public bool TryExpectedName(ReadOnlySpan<byte> name)
    {
        var node = Expected(out var expected);
        return name.SequenceEqual(expected) && Take(node, expected.Length);
    }

    /// <inheritdoc cref="TryExpectedName(ReadOnlySpan{byte})"/>
    public bool TryExpectedName(ReadOnlySpan<char> name)
    {
        var node = Expected(out var expected);
        return Ascii.Equals(expected, name) && Take(node, expected.Length);
    }

    /// <summary>Writes a string, encoding it directly into the output.</summary>
    /// <exception cref="BlittableException">The text contains an unpaired surrogate, or the document becomes too large.</exception>
    public void BuildString(ReadOnlySpan<char> text)
    {
        Prepare(MaxByteText * (long)text.Length + 3);
        EnsureRoom(MaxUnitBytes * (long)text.Length + Slack);
        var destination = new Span<byte>(Cursor + LongStringHeader, MaxUnitBytes * text.Length);
        if (Utf8.FromUtf16(text, destination, out var read, out var written, replaceInvalidSequences: false) != OperationStatus.Done)
        {
            Utf16.ThrowHalfPair(read);
        }

        StringInPlace(written, TrialsHere(), token: default);
    }

    /// <summary>Returns the predicted name.</summary>
    /// <returns>The node of the name; <see cref="ShapeTrie.Root"/> or <see cref="ShapeTrie.Unshaped"/> if no name is predicted.</returns>
    private int Expected(out ReadOnlySpan<byte> name)
    {
        var expected = _node == ShapeTrie.Root ? Nodes[Current->Node].Inside : Nodes[_node].Next;
        name = new ReadOnlySpan<byte>(_blocks + Nodes[expected].NameStart, Nodes[expected].NameLength);
        return expected;
    }

    private bool Take(int node, int length)
    {
        if (node <= ShapeTrie.Unshaped)
        {
            return false;
        }

        Prepare(MaxByteText * (long)length + MaxScalarText);
        _node = node;
        return true;
    }
}

/// <summary>Represents a stack of the names of open objects without a shape.</summary>
internal sealed class PendingNames
{
    private byte[] _bytes = new byte[256];
    private int[] _ends = new int[16];
    private int[] _relativeEnds = new int[16];
    private int _count;

    private int Length => _count == 0 ? 0 : _ends[_count - 1];

    public void Clear() => _count = 0;

    public void Push(ReadOnlySpan<byte> name)
    {
        var start = Length;
        if (_bytes.Length - start < name.Length)
        {
            if ((long)start + name.Length > Array.MaxLength)
            {
                ThrowHelper.DocumentTooLarge(Array.MaxLength);
            }

            Array.Resize(ref _bytes, (int)Math.Min(start + (long)Math.Max(start, name.Length), Array.MaxLength));
        }

        if (_count == _ends.Length)
        {
            Array.Resize(ref _ends, _count * 2);
        }

        name.CopyTo(_bytes.AsSpan(start));
        _ends[_count++] = start + name.Length;
    }

    public void Push(ReadOnlySpan<byte> names, ReadOnlySpan<int> ends)
    {
        var start = 0;
        foreach (var end in ends)
        {
            Push(names[start..end]);
            start = end;
        }
    }

    /// <summary>Returns the last <paramref name="count"/> names, concatenated, and the end of each.</summary>
    public ReadOnlySpan<byte> Last(int count, out ReadOnlySpan<int> ends)
    {
        var start = count == _count ? 0 : _ends[_count - count - 1];
        if (_relativeEnds.Length < count)
        {
            _relativeEnds = new int[count];
        }

        for (var i = 0; i < count; i++)
        {
            _relativeEnds[i] = _ends[_count - count + i] - start;
        }

        ends = _relativeEnds.AsSpan(0, count);
        return _bytes.AsSpan(start, Length - start);
    }

    public void Pop(int count) => _count -= count;
}
