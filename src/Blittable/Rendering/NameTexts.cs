using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Blittable.Layout;
using Blittable.Text;

namespace Blittable.Rendering;

/// <summary>Names of shapes made ready for JSON text: quoted, escaped, decoded, and found by the bytes of their shape's block.</summary>
/// <remarks>
/// Kept from document to document, as small documents of one kind bring the same shapes again and again. Whichever document a block is of, its bytes
/// are compared whole. All threads share one table. What is in it never changes and is published by one store, so it is read without a lock. Memory
/// is bounded: a table that is full gives way to an empty one, and lives on for those that use it.
/// </remarks>
internal sealed unsafe partial class NameTexts
{
    private const int Bits = 14, MostShapes = 1 << Bits - 1;
    private const int RecentBits = 8;
    private const int ChunkLength = 1 << 16, MaxChunks = 64;

    /// <summary>Longer blocks, and texts that are together longer, are not kept.</summary>
    private const int MaxLength = 1 << 12;

    /// <summary>Room for the text of one name, however many escapes it has, and for the vectors that write it.</summary>
    private const int MostOfName = (6 * Texts.MaxText) + (2 * EscapeKernel.Reach);

    /// <summary>The first bytes of a block, which say where it is looked for first.</summary>
    public const int KeyLength = 7;

    /// <summary>2^64 over the golden ratio: multiples of it spread evenly over their top bits (D. E. Knuth, "The Art of Computer Programming", 6.4).</summary>
    private const ulong HashFactor = 0x9E37_79B9_7F4A_7C15;

    private static readonly ulong Seed = (ulong)Random.Shared.NextInt64();
    private static NameTexts s_current = new();

    private readonly nint[] _recent = GC.AllocateArray<nint>((1 << RecentBits) + 1, pinned: true);
    private readonly nint[] _places = GC.AllocateArray<nint>(1 << Bits, pinned: true);
    private readonly List<byte[]> _chunks = [];
    private readonly Lock _lock = new();
    private int _count;
    private bool _isFull;
    private byte* _next;
    private byte* _end;

    private NameTexts()
    {
    }

    /// <summary>The table that new renderings start with.</summary>
    public static NameTexts Current => s_current;

    /// <summary>Lets later renderings start with an empty table.</summary>
    public static void Forget() => Volatile.Write(ref s_current, new NameTexts());

    /// <summary>Where <see cref="Find"/> looks.</summary>
    public Texts** Recent => (Texts**)Marshal.UnsafeAddrOfPinnedArrayElement(_recent, 0);

    /// <summary>The names of a block if they were found last among those of blocks that start alike, else null.</summary>
    /// <param name="recent"><see cref="Recent"/>.</param>
    /// <param name="block">The block's first byte, with <see cref="KeyLength"/> bytes that may be read.</param>
    /// <param name="readableEnd">The end of what may be read.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Texts* Find(Texts** recent, byte* block, byte* readableEnd)
    {
        var texts = recent[RecentPlace(block)];
        return texts != null && IsOf(texts, block, readableEnd) ? texts : null;
    }

    /// <summary>The same for the root of a document: names that another root had lately are tried first.</summary>
    /// <remarks>
    /// The place of these names does not depend on the block's bytes, and that they fit is foreseen. They are changed by one
    /// document in sixteen, chosen by where it lies, so that threads with different documents do not take the line from each other with every one.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Texts* FindOfRoot(Texts** recent, byte* block, byte* readableEnd)
    {
        var place = recent + (1 << RecentBits);
        var texts = *place;
        if (texts == null || !IsOf(texts, block, readableEnd))
        {
            texts = Find(recent, block, readableEnd);
            if (texts != null && ((nint)block & 0xF0) == 0)
            {
                Volatile.Write(ref *(nint*)place, (nint)texts);
            }
        }

        return texts;
    }

    /// <summary>Finds the names of a block, or makes them.</summary>
    /// <param name="shape">The block.</param>
    /// <param name="block">Its first byte.</param>
    /// <param name="readableEnd">The end of what may be read.</param>
    /// <returns>Null where there is no room for them.</returns>
    /// <exception cref="BlittableException">The block is damaged.</exception>
    public Texts* FindOrAdd(in ShapeBlock shape, byte* block, byte* readableEnd)
    {
        var bytes = shape.Bytes;
        if (bytes.Length > MaxLength)
        {
            return null;
        }

        Debug.Assert(bytes.Length <= readableEnd - block, "The whole block may be read.");
        for (var i = SeededHash.Of(bytes, Seed) >> (64 - Bits); ; i++)
        {
            ref var place = ref _places[i % (1 << Bits)];
            var texts = (Texts*)Volatile.Read(ref place);
            if (texts == null)
            {
                texts = Add(shape, ref place);
                if (texts == null)
                {
                    return null;
                }
            }

            if (texts->BlockLength == bytes.Length && IsOf(texts, block, readableEnd))
            {
                if (readableEnd - block >= KeyLength)
                {
                    Volatile.Write(ref _recent[RecentPlace(block)], (nint)texts);
                }

                return texts;
            }
        }
    }

    /// <summary>Where names are looked for first. A key that continues after a short block costs no more than a vain look.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong RecentPlace(byte* block)
    {
        var key = Unsafe.ReadUnaligned<uint>(block) | (ulong)Unsafe.ReadUnaligned<uint>(block + KeyLength - sizeof(uint)) << 32;
        return key * HashFactor >> (64 - RecentBits);
    }

    /// <summary>Determines whether texts are those of a block.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsOf(Texts* texts, byte* block, byte* readableEnd)
    {
        Debug.Assert(texts->BlockLength > 0 && block <= readableEnd, "A block has at least its head.");
        var length = texts->BlockLength;
        var known = (byte*)(texts + 1);
        if (length > readableEnd - block)
        {
            return false;
        }

        if (!Vector512.IsHardwareAccelerated || !Avx512BW.IsSupported)
        {
            return AreEqual(known, block, length, readableEnd);
        }

        if (length < Vector512<byte>.Count)
        {
            return PartKernel.Load512(block, length) == Vector512.Load(known);
        }

        var last = length - Vector512<byte>.Count;
        for (var i = 0; i < last; i += Vector512<byte>.Count)
        {
            if (Vector512.Load(block + i) != Vector512.Load(known + i))
            {
                return false;
            }
        }

        return Vector512.Load(block + last) == Vector512.Load(known + last);
    }

    /// <summary>The comparison without masks; the known block is padded to more than a vector.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool AreEqual(byte* known, byte* block, int length, byte* readableEnd)
    {
        if (!Vector256.IsHardwareAccelerated || readableEnd - block < Vector256<byte>.Count)
        {
            return new ReadOnlySpan<byte>(known, length).SequenceEqual(new ReadOnlySpan<byte>(block, length));
        }

        var last = length - Vector256<byte>.Count;
        if (last <= 0)
        {
            var differing = Vector256.Load(block) ^ Vector256.Load(known);
            return (differing & Vector256.LessThan(Vector256<byte>.Indices, Vector256.Create((byte)length))) == Vector256<byte>.Zero;
        }

        for (var i = 0; i < last; i += Vector256<byte>.Count)
        {
            if (Vector256.Load(block + i) != Vector256.Load(known + i))
            {
                return false;
            }
        }

        return Vector256.Load(block + last) == Vector256.Load(known + last);
    }

    /// <summary>Makes the names of a block, unless another thread has just filled their place.</summary>
    /// <returns>The contents of the place; null without room.</returns>
    private Texts* Add(in ShapeBlock shape, ref nint place)
    {
        lock (_lock)
        {
            var texts = (Texts*)place;
            if (texts == null)
            {
                texts = Make(shape);
                if (texts != null)
                {
                    Volatile.Write(ref place, (nint)texts);
                }
            }

            return texts;
        }
    }

    /// <summary>Writes the block and the texts of its names.</summary>
    /// <returns>Null where there are too many others.</returns>
    private Texts* Make(in ShapeBlock shape)
    {
        var length = shape.Length;
        if (!TryReserve(sizeof(Texts) + Vector512<byte>.Count + (2 * MaxLength) + MostOfName))
        {
            return null;
        }

        // Short blocks are padded with zeros to a whole vector.
        var texts = (Texts*)_next;
        var block = new Span<byte>(texts + 1, Math.Max(length, Vector512<byte>.Count));
        shape.Bytes.CopyTo(block);
        block[length..].Clear();
        var first = (byte*)(texts + 1) + block.Length;
        var next = first;
        var isTooLong = false;
        for (var i = 0; i < shape.Count && !isTooLong; i++)
        {
            next = Write(shape, i, next);
            isTooLong = next - first > MaxLength;
        }

        *next++ = 0;
        *texts = new Texts { BlockLength = length, Count = shape.Count, First = isTooLong ? Texts.None : first };
        _next = (byte*)(((nint)(isTooLong ? first : next) + sizeof(ulong) - 1) & -sizeof(ulong));
        return texts;
    }

    [SkipLocalsInit]
    private static byte* Write(in ShapeBlock shape, int ordinal, byte* next)
    {
        var name = shape.Name(ordinal);
        *next = 0;
        if (name.Length > Texts.MaxName)
        {
            return next + 1;
        }

        var end = next + 1;
        *end++ = (byte)'"';
        fixed (byte* text = name)
        {
            end = EscapeKernel.CopyEscaped(end, text, name.Length, name.Length);
        }

        *end++ = (byte)'"';
        *end++ = (byte)':';
        var written = end - next - 1;
        if (written > Texts.MaxText)
        {
            return next + 1;
        }

        *next = (byte)(written > Texts.ShortText ? -written : written);
        return end;
    }

    /// <summary>Makes room in the current chunk, or in a new one.</summary>
    private bool TryReserve(int length)
    {
        if (_end - _next < length)
        {
            if (_chunks.Count == MaxChunks)
            {
                GiveWay();
                return false;
            }

            Start();
        }

        if (++_count > MostShapes)
        {
            GiveWay();
            return false;
        }

        return true;
    }

    private void Start()
    {
        var chunk = GC.AllocateUninitializedArray<byte>(ChunkLength, pinned: true);
        _chunks.Add(chunk);
        _next = (byte*)Marshal.UnsafeAddrOfPinnedArrayElement(chunk, 0);
        _end = _next + chunk.Length;
    }

    /// <summary>Lets later renderings start with an empty table.</summary>
    private void GiveWay()
    {
        if (!_isFull)
        {
            _isFull = true;
            Interlocked.CompareExchange(ref s_current, new NameTexts(), this);
        }
    }
}
