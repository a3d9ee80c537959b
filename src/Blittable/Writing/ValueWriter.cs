using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Layout;

namespace Blittable.Writing;

/// <summary>Represents the document under construction: the output, the addresses of pending values, the open containers, and the shapes.</summary>
/// <remarks>
/// Values are written before their container, so every container knows the addresses of its children when it is written, and nothing is patched. Pending
/// addresses are the low 32 bits of pointers. A slot is the difference of two, wherever the buffer is located. This is the only writer of the format, driven by
/// the JSON parser, the builder and the editor. It performs no checks. Its callers must keep the order of calls and write at most <see cref="Slack"/> bytes
/// between two checks of the limits. They must call <see cref="Reserve"/> whenever <see cref="Cursor"/> or <see cref="SlotTop"/> has passed its limit.
/// </remarks>
internal sealed unsafe partial class ValueWriter
{
    /// <summary>The number of bytes that may be written after <see cref="Limit"/>.</summary>
    public const int Slack = 512;

    /// <summary>The number of JSON bytes that may be read between two calls of <see cref="ReserveWindow"/>.</summary>
    public const int Window = 1 << 12;

    /// <summary>
    /// The maximum size in bytes of the values in <see cref="Window"/> bytes of JSON, or in the last few hundred bytes of a text: a date of 13 bytes may need
    /// 20.
    /// </summary>
    private const int WindowRoom = 2 * Window + Slack;

    private const int SlotSlack = 32;
    private const int InitialOutput = 1 << 14, InitialSlots = 1 << 13, InitialFrames = 64;

    private readonly BlittableMode _mode;
    private readonly int _maxDepth;
    /// <summary>The value of a byte, in nanoseconds.</summary>
    private readonly int _price;
    private readonly bool _packsNumbers;
    private readonly bool _refusesDuplicates;
    private long _earlierInput, _consumedInput;
    private byte[] _output = GC.AllocateUninitializedArray<byte>(InitialOutput, pinned: true);
    private uint[] _slots = GC.AllocateUninitializedArray<uint>(InitialSlots, pinned: true);
    private Frame[] _frames;
    private byte* _blocks;
    private int[] _shapes = new int[16];
    private int _shapeCount;
    private long _expectedInput;
    private int _deepest;

    public ValueWriter(BlittableOptions options)
    {
        _mode = options.Mode;
        _maxDepth = options.MaxDepth;
        _sharesValues = options.Mode == BlittableMode.Disk && options.ShareValues;
        _sharesStarts = _sharesValues && options.ShareStarts;
        _price = options.NanosecondsPerByte;
        _shared = new SharedValues(_price >= PriceOfFarLookups ? SharedValues.MaxBuckets : SharedValues.CachedBuckets);
        _packsNumbers = options.Mode == BlittableMode.Disk;
        _refusesDuplicates = !options.AllowDuplicateProperties;
        Compression = options.Mode == BlittableMode.Disk ? options.StringCompression : StringCompression.None;
        Dictionary = options.Dictionary;
        _seed = Dictionary?.Seed ?? FixedSeed;
        BindOutput();
        _frames = GC.AllocateArray<Frame>((int)Math.Min(InitialFrames, _maxDepth + 2L), pinned: true);
        BindFrames();
        Current = Frames;
        BindSlots();
        Trie = new ShapeTrie();
        BindNodes();
    }

    /// <summary>Gets or sets the encoding of subsequent strings.</summary>
    public StringCompression Compression { get; set; }

    public BlittableDictionary? Dictionary { get; }

    /// <summary>Gets the maximum size of the output in bytes. Larger documents are refused. Tests set a smaller value.</summary>
    public int MaxCapacity { get; init; } = Array.MaxLength;

    public ShapeTrie Trie { get; }

    /// <summary>Gets the address of the first byte of the document.</summary>
    public byte* Start { get; private set; }

    /// <summary>Gets or sets the address at which the next value is written.</summary>
    public byte* Cursor { get; set; }

    /// <summary>Gets the address from which a value may only be started after calling <see cref="Reserve"/>.</summary>
    public byte* Limit { get; private set; }

    /// <summary>
    /// Gets the address before which there is space for the values of a window plus a container of <see cref="MaxInlineSlots"/> children.
    /// </summary>
    public byte* WindowLimit { get; private set; }

    /// <summary>Gets or sets the position at which the next pending address is stored.</summary>
    public uint* SlotTop { get; set; }

    public uint* SlotStart { get; private set; }

    /// <summary>Gets the position from which an address may only be pushed after calling <see cref="Reserve"/>.</summary>
    public uint* SlotLimit { get; private set; }

    /// <summary>Gets the frames of the document and the open containers, from the outermost to the innermost.</summary>
    public Frame* Frames { get; private set; }

    /// <summary>Gets or sets the frame of the innermost open container, or of the document.</summary>
    public Frame* Current { get; set; }

    /// <summary>Gets the frame in which no container can be opened before calling <see cref="Deepen"/>. One more frame follows it.</summary>
    public Frame* LastFrame { get; private set; }

    /// <summary>Gets the nodes of the trie. Reallocated when a node is added.</summary>
    public ShapeNode* Nodes { get; private set; }

    /// <summary>Gets the number of this document, with which shapes mark what they wrote into it.</summary>
    public int Stamp { get; private set; }

    /// <summary>Gets the number of bytes written so far.</summary>
    public int Length
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => (int)(Cursor - Start);
    }

    /// <summary>Gets the approximate number of text bytes converted since the trie was empty. For input other than JSON, counts the bytes written.</summary>
    private long Input => _earlierInput + Math.Max(_consumedInput, Length);

    /// <summary>Gets the last finished document.</summary>
    public ReadOnlyMemory<byte> Finished => _output.AsMemory(0, Length);

    /// <summary>Starts a document.</summary>
    /// <param name="expectedInput">The length of the source text in bytes, which determines the size of tables; 0 if unknown.</param>
    /// <param name="maxDictionaryVersion">The maximum dictionary version that the document may use.</param>
    public void Begin(long expectedInput, int maxDictionaryVersion = int.MaxValue)
    {
        _earlierInput = Input;
        _consumedInput = 0;
        if (Trie.IsCrowded(_earlierInput) || Stamp == int.MaxValue - 1)
        {
            ClearTrie();
        }

        _expectedInput = expectedInput;
        _shapeCount = 0;
        Stamp++;
        _epoch = LearnsAcrossDocuments && expectedInput <= MaxRemembered ? 0 : Stamp;
        Current = Frames;
        Cursor = Start;
        SlotTop = SlotStart;
        _deepest = 0;
        _inheritedDepth = 0;
        _isEdit = false;
        _node = ShapeTrie.Root;
        _documentSymbols = default;
        _names.Clear();
        BeginShapes();
        BeginDictionary(maxDictionaryVersion);
        Symbols = _dictionarySymbols;
        BeginSharing();
    }

    private void ClearTrie()
    {
        _earlierInput = _consumedInput = 0;
        Trie.Clear();
        BindNodes();
        Generation++;
        Stamp = 0;
        ForgetDictionary();
    }

    /// <summary>Reserves space for the next value and its address.</summary>
    public void Reserve(long consumedInput)
    {
        if (Cursor >= Limit)
        {
            var predicted = consumedInput > 0 ? (long)((double)Length / consumedInput * _expectedInput * 1.05) : 0;
            Resize(room: 0, Math.Max(predicted, Length + (long)(Length >> 1)) + 2 * Slack);
        }

        if (SlotTop >= SlotLimit)
        {
            GrowSlots();
        }
    }

    /// <summary>Reserves space for the values of the next <see cref="Window"/> bytes of JSON, and for their addresses.</summary>
    /// <remarks>Excludes the slots of containers closed within the window, because they may belong to values before it.</remarks>
    public void ReserveWindow(long consumedInput)
    {
        _consumedInput = consumedInput;
        if (Cursor >= WindowLimit)
        {
            var predicted = consumedInput > 0 ? (long)((double)Length / consumedInput * _expectedInput * 1.05) : 0;
            Resize(WindowRoom, Math.Max(predicted, Length + (long)(Length >> 1)) + WindowRoom + 2 * Slack);
        }

        if (SlotLimit - SlotTop < Window)
        {
            GrowSlots();
        }
    }

    /// <summary>Reserves <paramref name="bytes"/> bytes plus the slack.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void EnsureRoom(long bytes)
    {
        if (Limit - Cursor < bytes)
        {
            Grow(bytes);
        }
    }

    /// <summary>Gets the size of the larger buffer in bytes.</summary>
    public int BufferLength => Math.Max(_output.Length, _slots.Length * sizeof(uint));

    /// <summary>Releases buffers of more than <paramref name="limit"/> bytes with their contents, and clears a full trie.</summary>
    public void Trim(int limit)
    {
        _consumedInput = Math.Max(_consumedInput, Length);
        if (_output.Length > Math.Max(limit, InitialOutput))
        {
            _output = GC.AllocateUninitializedArray<byte>(InitialOutput, pinned: true);
            BindOutput();
            Cursor = Start;
        }

        if (_slots.Length > Math.Max(limit / sizeof(uint), InitialSlots))
        {
            _slots = GC.AllocateUninitializedArray<uint>(InitialSlots, pinned: true);
            BindSlots();
            SlotTop = SlotStart;
        }

        if (Trie.IsFull)
        {
            ClearTrie();
        }
    }

    /// <summary>Adds a frame for a container inside <see cref="Current"/> when it is <see cref="LastFrame"/>. Returns false at the maximum depth.</summary>
    public bool Deepen()
    {
        var depth = (int)(Current - Frames);
        if (depth >= _maxDepth)
        {
            return false;
        }

        var larger = GC.AllocateArray<Frame>((int)Math.Min(_frames.Length * 2L, _maxDepth + 2L), pinned: true);
        _frames.CopyTo(larger, 0);
        _frames = larger;
        BindFrames();
        Current = Frames + depth;
        return true;
    }

    private void GrowSlots()
    {
        if (_slots.Length > Array.MaxLength / 2)
        {
            ThrowHelper.DocumentTooLarge(MaxCapacity - Slack);
        }

        var used = (int)(SlotTop - SlotStart);
        var larger = GC.AllocateUninitializedArray<uint>(_slots.Length * 2, pinned: true);
        _slots.AsSpan(0, used).CopyTo(larger);
        _slots = larger;
        BindSlots();
        SlotTop = SlotStart + used;
    }

    private void Grow(long bytes) => Resize(bytes, Math.Max(Length + bytes, Length + (long)(Length >> 1)) + 2 * Slack);

    /// <summary>Moves the output to a larger buffer.</summary>
    /// <param name="room">The minimum number of bytes before <see cref="Limit"/>.</param>
    /// <param name="capacity">The desired size of the buffer in bytes.</param>
    /// <exception cref="BlittableException">The document exceeds its maximum size.</exception>
    private void Resize(long room, long capacity)
    {
        var needed = Length + room + Slack;
        if (needed > MaxCapacity)
        {
            ThrowHelper.DocumentTooLarge(MaxCapacity - Slack);
        }

        var length = Length;
        var larger = GC.AllocateUninitializedArray<byte>((int)Math.Min(Math.Max(capacity, needed), MaxCapacity), pinned: true);
        _output.AsSpan(0, length).CopyTo(larger);
        var before = (uint)Start;
        _output = larger;
        BindOutput();
        Cursor = Start + length;
        var moved = (uint)Start - before;
        for (var slot = SlotStart; slot < SlotTop; slot++)
        {
            *slot += moved;
        }
    }

    private void BindOutput()
    {
        Start = (byte*)Marshal.UnsafeAddrOfPinnedArrayElement(_output, 0);
        Limit = Start + _output.Length - Slack;
        WindowLimit = Limit - WindowRoom;
    }

    private void BindSlots()
    {
        SlotStart = (uint*)Marshal.UnsafeAddrOfPinnedArrayElement(_slots, 0);
        SlotLimit = SlotStart + _slots.Length - SlotSlack;
    }

    private void BindFrames()
    {
        Frames = (Frame*)Marshal.UnsafeAddrOfPinnedArrayElement(_frames, 0);
        LastFrame = Frames + _frames.Length - 2;
    }

    private void BindNodes()
    {
        Nodes = (ShapeNode*)Marshal.UnsafeAddrOfPinnedArrayElement(Trie.Nodes, 0);
        _trials = (ValueTrials*)Marshal.UnsafeAddrOfPinnedArrayElement(Trie.Trials, 0);
        _blocks = (byte*)Marshal.UnsafeAddrOfPinnedArrayElement(Trie.Memory, 0);
    }

    // Writes the end of a document.

    /// <summary>Writes the trailer after the root, which must be the only pending value, and returns the whole document.</summary>
    public ReadOnlySpan<byte> Finish()
    {
        var flags = (byte)(Trailer.Version | (_dictionaryTrailerLength > 0 ? Trailer.HasDictionary : 0));
        var end = Cursor + _dictionaryTrailerLength;
        var distance = (uint)end - SlotStart[0];
        if (distance <= Varint.MaxOneByte && (_shapeCount | _documentSymbols.Length) == 0 && !_hasShared && end < Limit)
        {
            // Most small documents need only the dictionary version, the root and the flags.
            *(ulong*)Cursor = _dictionaryTrailer;
            *(ushort*)end = (ushort)(distance | (uint)flags << 8);
            Cursor = end + sizeof(ushort);
            return new ReadOnlySpan<byte>(Start, Length);
        }

        return FinishWithTables(flags);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private ReadOnlySpan<byte> FinishWithTables(byte flags)
    {
        var root = (int)(SlotStart[0] - (uint)Start);
        EnsureRoom(Trailer.MaxFixedLength + 4L * _shapeCount + _documentSymbols.Length);
        var length = Length;
        if (_hasShared)
        {
            flags |= Trailer.Shared;
            length += Varint.WriteBackward(Tail(length), (uint)Math.Min(_expectedInput, uint.MaxValue));
            length += Varint.WriteBackward(Tail(length), Math.Max((uint)_deepest, _inheritedDepth));
        }

        if (_documentSymbols.Length > 0)
        {
            flags |= Trailer.HasSymbols;
            _documentSymbols.Span.CopyTo(Tail(length));
            length += _documentSymbols.Length;
            length += Varint.WriteBackward(Tail(length), (uint)_documentSymbols.Length);
        }

        if (_shapeCount > 0)
        {
            flags |= Trailer.HasShapes;
            var wide = Trailer.ShapeEntrySize(length) == 4;
            foreach (var shape in _shapes.AsSpan(0, _shapeCount))
            {
                if (wide)
                {
                    BinaryPrimitives.WriteInt32LittleEndian(Tail(length), shape);
                    length += 4;
                }
                else
                {
                    BinaryPrimitives.WriteUInt16LittleEndian(Tail(length), (ushort)shape);
                    length += 2;
                }
            }

            length += Varint.WriteBackward(Tail(length), (uint)_shapeCount);
        }

        *(ulong*)(Start + length) = _dictionaryTrailer;
        length += _dictionaryTrailerLength;
        length += Varint.WriteBackward(Tail(length), (uint)(length - root));
        Start[length++] = flags;
        Cursor = Start + length;
        return new ReadOnlySpan<byte>(Start, length);
    }

    private Span<byte> Tail(int offset) => _output.AsSpan(offset);
}
