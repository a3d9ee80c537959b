using Blittable.Layout;

namespace Blittable.Writing;

/// <summary>The names of open objects that have no shape, as a stack, like their containers.</summary>
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

    /// <summary>The last <paramref name="count"/> names, one after the other, and where each ends.</summary>
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
