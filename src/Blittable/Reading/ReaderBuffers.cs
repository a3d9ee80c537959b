using System.Buffers;
using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Holds the memory of a <see cref="BlittableReader"/>. A thread caches it, because allocating it costs as much as reading a small document.</summary>
internal sealed class ReaderBuffers : IThreadKept
{
    /// <summary>The initial capacity of the stack of containers, sufficient for most documents.</summary>
    private const int FirstFrames = 32;

    /// <summary>The size of a container in bytes, rounded up.</summary>
    private const int FrameSize = 64;

    private const int Shapes = 64;

    private readonly ReaderShape[] _shapes = new ReaderShape[Shapes];
    private long _reader;

    /// <summary>The open containers.</summary>
    public ReaderFrame[] Frames = new ReaderFrame[FirstFrames];

    /// <summary>The numbers of a block of a number array.</summary>
    public long[]? Numbers;

    /// <summary>The decoded text of the current string.</summary>
    public byte[]? Text;

    public StringInstances Strings;

    int IThreadKept.Trims { get; } = CacheTrims.Count;

    /// <summary>Begins to read a document, whose shape numbers differ from the shape numbers of the previous document.</summary>
    public void Begin() => _reader++;

    /// <summary>Returns the place of a shape in the cache.</summary>
    /// <param name="number">The number of the shape.</param>
    /// <param name="key">Receives the key of the shape in the current document.</param>
    public ref ReaderShape Shape(int number, out long key)
    {
        key = (_reader << 32) | (uint)number;
        return ref _shapes[number & (Shapes - 1)];
    }

    void IThreadKept.Trim(int limit)
    {
        Strings.Dispose();
        if (Text is { } text)
        {
            Text = null;
            ArrayPool<byte>.Shared.Return(text);
        }

        if (Frames.Length > limit / FrameSize)
        {
            Frames = new ReaderFrame[FirstFrames];
        }
    }
}

/// <summary>Represents a shape with a number that a <see cref="BlittableReader"/> has looked up.</summary>
internal struct ReaderShape
{
    public long Key;

    /// <summary>The start of the names' end offsets, in the document or in the shapes of the dictionary.</summary>
    public int Ends;

    /// <summary>The size of an end offset in bits.</summary>
    public int EndBits;

    public int Count;
}

/// <summary>Represents the remaining part of a container that a <see cref="BlittableReader"/> is reading.</summary>
internal struct ReaderFrame
{
    /// <summary>The address of the container. It is negative for a row of a number matrix.</summary>
    public int Address;

    /// <summary>The address of the current slot. In an array without slots, the address of the child. In a number array, its index.</summary>
    public int Place;

    /// <summary>The distance between consecutive values of <see cref="Place"/>.</summary>
    public int Step;

    /// <summary>The number of children after the current child in the run.</summary>
    public int Left;

    /// <summary>The slot size in bits. In an array without slots, 0. In a number array, the address of its elements.</summary>
    public int Form;

    /// <summary>The index of the first child of the next run, or a negative number if there are no more runs.</summary>
    public int Next;

    /// <summary>The address that slots are subtracted from.</summary>
    public int Origin;

    /// <summary>The number of children in the run.</summary>
    public int Count;

    /// <summary>The start of the names' end offsets, in the document or in the shapes of the dictionary.</summary>
    public int Ends;

    /// <summary>The offset of the end offset of the run's first name, relative to <see cref="Ends"/>.</summary>
    public int FirstEnd;

    /// <summary>The size of an end offset in bits, or 0 in an array.</summary>
    public int EndBits;

    /// <summary>The origin of the end offsets, and the start of the run's first name, relative to <see cref="Ends"/>.</summary>
    public uint NameOrigin, NameStart;

    /// <summary>Indicates whether the names are in the shapes of the dictionary.</summary>
    public bool HasDictionaryShape;

    /// <summary>Indicates whether the elements are the rows of a number matrix.</summary>
    public bool HasRows;
}

/// <summary>Caches the .NET strings of values that a document stores once and uses several times.</summary>
/// <remarks>The cache has one entry per hash of an address. Its memory is rented on first use.</remarks>
internal struct StringInstances
{
    private const int Bits = 9;
    private const uint Multiplier = 0x9E37_79B1;

    private Entry[]? _entries;

    /// <summary>Returns the string of a value, and caches it.</summary>
    /// <param name="value">A string.</param>
    /// <exception cref="BlittableException">The document is damaged.</exception>
    public string GetOrAdd(in BlittableValue value)
    {
        _entries ??= ArrayPool<Entry>.Shared.Rent(1 << Bits);
        ref var entry = ref _entries[(uint)value.Address * Multiplier >> (32 - Bits)];
        if (entry.Text is null || entry.Address != value.Address)
        {
            entry = new Entry(value.Address, value.GetString()!);
        }

        return entry.Text;
    }

    /// <summary>Discards the strings.</summary>
    public void Dispose()
    {
        if (_entries is { } entries)
        {
            _entries = null;

            // Other users of the pool could read these strings, and the strings would stay in memory.
            ArrayPool<Entry>.Shared.Return(entries, clearArray: true);
        }
    }

    private readonly record struct Entry(int Address, string Text);
}
