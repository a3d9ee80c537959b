using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using Blittable.Layout;
using Blittable.Text;

namespace Blittable.Rendering;

/// <summary>Caches the names of shapes as JSON text: quoted, escaped, decoded, and found by the bytes of the shape block.</summary>
/// <remarks>
/// The cache outlives documents, because small documents of one kind repeat the same shapes. The bytes of a block are compared completely, regardless of the
/// document that it belongs to. All threads share one table. Its contents never change and are published by a single store, so they are read without a lock.
/// Memory is bounded: a full table is replaced with an empty one, and survives for the renderings that use it.
/// </remarks>
internal sealed unsafe class NameTexts
{
    private const int Bits = 14, MostShapes = 1 << Bits - 1;
    private const int RecentBits = 8;
    private const int ChunkLength = 1 << 16, MaxChunks = 64;

    /// <summary>The maximum length of a block, and of all texts of a block, that are cached.</summary>
    private const int MaxLength = 1 << 12;

    /// <summary>The space for the text of one name, however many escapes it has, and for the vectors that write it.</summary>
    private const int MostOfName = (6 * Texts.MaxText) + (2 * EscapeKernel.Reach);

    /// <summary>The number of bytes at the start of a block that determine the entry searched first.</summary>
    public const int KeyLength = 7;

    /// <summary>2^64 divided by the golden ratio. The top bits of its multiples are evenly distributed (D. E. Knuth, "The Art of Computer Programming",
    /// 6.4).</summary>
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

    /// <summary>Gets the table for new renderings.</summary>
    public static NameTexts Current => s_current;

    /// <summary>Discards the cache for subsequent renderings.</summary>
    public static void Forget() => Volatile.Write(ref s_current, new NameTexts());

    /// <summary>Gets the table that <see cref="Find"/> searches.</summary>
    public Texts** Recent => (Texts**)Marshal.UnsafeAddrOfPinnedArrayElement(_recent, 0);

    /// <summary>Returns the names of a block if they are the most recent ones with its key; otherwise, null.</summary>
    /// <param name="recent">The value of <see cref="Recent"/>.</param>
    /// <param name="block">The first byte of the block, with <see cref="KeyLength"/> readable bytes.</param>
    /// <param name="readableEnd">The end of the readable memory.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static Texts* Find(Texts** recent, byte* block, byte* readableEnd)
    {
        var texts = recent[RecentPlace(block)];
        return texts != null && IsOf(texts, block, readableEnd) ? texts : null;
    }

    /// <summary>Returns the names of a root's block if they are recent; otherwise, null. Tries the most recent names of another root first.</summary>
    /// <remarks>
    /// The location of these names does not depend on the bytes of the block, and the branch predictor expects a match. Only one document in sixteen, chosen by
    /// its address, updates them. Threads with different documents therefore do not compete for the cache line each time.
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

    /// <summary>Returns the names of a block, creating them if necessary.</summary>
    /// <param name="shape">The block.</param>
    /// <param name="block">The first byte of the block.</param>
    /// <param name="readableEnd">The end of the readable memory.</param>
    /// <returns>The names; null if there is no room for them.</returns>
    /// <exception cref="BlittableException">The block is damaged.</exception>
    public Texts* FindOrAdd(in ShapeBlock shape, byte* block, byte* readableEnd)
    {
        var bytes = shape.Bytes;
        if (bytes.Length > MaxLength)
        {
            return null;
        }

        Debug.Assert(bytes.Length <= readableEnd - block, "The whole block must be readable.");
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

    /// <summary>Returns the index of the entry searched first. If a key extends past a short block, the only cost is a failed search.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong RecentPlace(byte* block)
    {
        var key = Unsafe.ReadUnaligned<uint>(block) | (ulong)Unsafe.ReadUnaligned<uint>(block + KeyLength - sizeof(uint)) << 32;
        return key * HashFactor >> (64 - RecentBits);
    }

    /// <summary>Determines whether texts belong to a block.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsOf(Texts* texts, byte* block, byte* readableEnd)
    {
        Debug.Assert(texts->BlockLength > 0 && block <= readableEnd, "A block must contain at least its header.");
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

    /// <summary>Compares blocks without masks. The known block is padded to at least a vector.</summary>
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

    /// <summary>Creates the names of a block, unless another thread has just filled the entry.</summary>
    /// <returns>The contents of the entry; null if there is no room.</returns>
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

    /// <summary>Writes a block and the texts of its names.</summary>
    /// <returns>The names; null if the table is full.</returns>
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

    /// <summary>Reserves space in the current chunk or in a new one.</summary>
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

    /// <summary>Replaces a full table with an empty one for subsequent renderings.</summary>
    private void GiveWay()
    {
        if (!_isFull)
        {
            _isFull = true;
            Interlocked.CompareExchange(ref s_current, new NameTexts(), this);
        }
    }

    // Defines the layout of the names of a shape.

    /// <summary>Represents the names of a shape as JSON text. The block that they were created from follows in memory.</summary>
    /// <remarks>
    /// <code>
    /// block    the shape block as in documents; shorter blocks are padded with zeros to the length of a vector
    /// texts    for each name: length i8 | quotation mark, escaped name, quotation mark, colon;
    ///          the length is negative if the text exceeds one vector, which holds <see cref="ShortText"/> bytes;
    ///          the length is 0, and no text follows, if the text is longer than <see cref="MaxText"/> bytes
    /// 0        after the last name
    /// </code>
    /// </remarks>
    internal struct Texts
    {
        /// <summary>The maximum length of the text of a name, which one copy moves.</summary>
        public const int MaxText = EscapeKernel.Reach;

        /// <summary>The maximum length of a name that one copy moves if nothing is escaped. The quotation marks and the colon take three bytes.</summary>
        public const int MaxName = MaxText - 3;

        /// <summary>The maximum length of a text that half of such a copy moves.</summary>
        public const int ShortText = MaxText / 2;

        /// <summary>The text length that marks the elements of an array, which have no names.</summary>
        public const sbyte NoName = sbyte.MinValue;

        /// <summary>Gets the value of <see cref="First"/> if no texts exist: a length of 0.</summary>
        public static byte* None => (byte*)Unsafe.AsPointer(ref MemoryMarshal.GetReference("\0"u8));

        /// <summary>Gets the value that replaces the names of an array: <see cref="NoName"/>.</summary>
        public static byte* OfArray => (byte*)Unsafe.AsPointer(ref MemoryMarshal.GetReference<byte>([unchecked((byte)NoName)]));

        /// <summary>The size of the block in bytes.</summary>
        public int BlockLength;

        /// <summary>The number of names.</summary>
        public int Count;

        /// <summary>The first text. Vectors may be read past the last text.</summary>
        public byte* First;
    }
}
