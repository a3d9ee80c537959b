using System.Buffers;
using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Holds the memory of a <see cref="BlittableReader"/>. A thread caches it, because allocating it costs as much as reading a small document.</summary>
internal sealed class ReaderBuffers
{
    /// <summary>The maximum size of the memory of a cached object, in bytes.</summary>
    private const int MaxLength = 1 << 20;

    /// <summary>The initial capacity of the stack of containers, sufficient for most documents.</summary>
    private const int FirstFrames = 32;

    /// <summary>The size of a container in bytes, rounded up.</summary>
    private const int FrameSize = 64;

    private const int Shapes = 64;

    /// <summary>The buffers of the last reader. A thread-static field of a generic type such as <see cref="ThreadKept{T}"/> takes as long as reading a few
    /// values.</summary>
    [ThreadStatic]
    private static ReaderBuffers? s_kept;

    private readonly int _trims = CacheTrims.Count;
    private readonly ReaderShape[] _shapes = new ReaderShape[Shapes];
    private long _reader;

    /// <summary>The open containers.</summary>
    public ReaderFrame[] Frames = new ReaderFrame[FirstFrames];

    /// <summary>The numbers of a block of a number array.</summary>
    public long[]? Numbers;

    /// <summary>The decoded text of the current string.</summary>
    public byte[]? Text;

    public StringInstances Strings;

    /// <summary>Removes the buffers from the cache of this thread, or creates buffers.</summary>
    public static ReaderBuffers Take()
    {
        var kept = s_kept;
        s_kept = null;
        return kept is not null && kept._trims == CacheTrims.Count ? kept : new ReaderBuffers();
    }

    /// <summary>Releases the cached buffers of this thread.</summary>
    public static void Forget() => s_kept = null;

    /// <summary>Begins to read a document, whose shape numbers differ from the shape numbers of the previous document.</summary>
    /// <param name="length">The size of the document in bytes.</param>
    public void Begin(int length)
    {
        _reader++;
        Strings.Begin(length);
    }

    /// <summary>Returns the place of a shape in the cache.</summary>
    /// <param name="number">The number of the shape.</param>
    /// <param name="fromDictionary"><see langword="true"/> if the dictionary has numbered the shape.</param>
    /// <param name="key">Receives the key of the shape in the current document.</param>
    public ref ReaderShape Shape(byte number, bool fromDictionary, out long key)
    {
        key = (_reader << 32) | (uint)(number | (fromDictionary ? byte.MaxValue + 1 : 0));
        return ref _shapes[number & (Shapes - 1)];
    }

    /// <summary>Caches the buffers for the next reader of this thread.</summary>
    public void Keep()
    {
        Strings.Dispose();
        if (Text is { } text)
        {
            Text = null;
            ArrayPool<byte>.Shared.Return(text);
        }

        if (Frames.Length > MaxLength / FrameSize)
        {
            Frames = new ReaderFrame[FirstFrames];
        }

        s_kept = this;
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

/// <summary>Represents an open container of a <see cref="BlittableReader"/>.</summary>
internal struct ReaderFrame
{
    /// <summary>The value of <see cref="Next"/> if there are no more runs, and if the container has not been opened.</summary>
    public const int NoRun = -1, Unopened = -2;

    /// <summary>The place of the next child, and the place at which the run ends, while a container in this container is read. Otherwise, the reader has
    /// them.</summary>
    public int Place, Stop;

    /// <summary>The distance between consecutive places. A place is the address of a slot. In an array without slots, it is the address of the child. In a
    /// number array, it is the index of the child.</summary>
    public int Step;

    /// <summary>The slot size in bits. In an array without slots, 0. In a number array, the address of its elements.</summary>
    public int Form;

    /// <summary>The address of a child is <c>(place &amp; Mask) + Origin - slot</c>, and less than <see cref="Bound"/>. With slots, the mask is 0.</summary>
    public int Mask, Origin, Bound;

    /// <summary>The address of the container. It is negative for a row of a number matrix.</summary>
    public int Address;

    /// <summary>The index of the first child of the next run, or a negative number.</summary>
    public int Next;

    /// <summary>The place of the first child of the run.</summary>
    public int First;

    /// <summary>The start of the names' end offsets, in the document or in the shapes of the dictionary.</summary>
    public int Ends;

    /// <summary>The offset of the end offset of the run's first name, relative to <see cref="Ends"/>.</summary>
    public int FirstEnd;

    /// <summary>The size of an end offset in bits, or 0 in an array.</summary>
    public int EndBits;

    /// <summary>The origin of the end offsets, and the start of the run's first name, relative to <see cref="Ends"/>.</summary>
    public uint NameOrigin, NameStart;

    public bool IsObject;

    /// <summary>Indicates whether the names are in the shapes of the dictionary.</summary>
    public bool HasDictionaryShape;

    /// <summary>Indicates whether the elements are the rows of a number matrix.</summary>
    public bool HasRows;
}
