using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Layout;

namespace Blittable.Writing;

/// <summary>The document under construction: output, addresses of values whose container is open, open containers, shapes.</summary>
/// <remarks>
/// Values are written before their container, so every container knows its children's addresses when it is written and nothing is patched.
/// Pending addresses are the low 32 bits of pointers: a slot is a difference of two, whatever the buffer's place.
/// This is the one writer of the format; a JSON text, a builder and an editor drive it. It checks nothing: its callers keep the order of calls,
/// call <see cref="Reserve"/> whenever <see cref="Cursor"/> or <see cref="SlotTop"/> has passed its limit, and write at most
/// <see cref="Slack"/> bytes between two looks.
/// </remarks>
internal sealed unsafe partial class ValueWriter
{
    /// <summary>Bytes that may be written after <see cref="Limit"/>.</summary>
    public const int Slack = 512;

    /// <summary>Bytes of JSON that may be read between two calls of <see cref="ReserveWindow"/>.</summary>
    public const int Window = 1 << 12;

    /// <summary>
    /// The most bytes that the values of <see cref="Window"/> bytes of JSON take, or those of a text's last few hundred: a date of 13 bytes may become 20.
    /// </summary>
    private const int WindowRoom = 2 * Window + Slack;

    private const int SlotSlack = 32;
    private const int InitialOutput = 1 << 14, InitialSlots = 1 << 13, InitialFrames = 64;

    private readonly BlittableMode _mode;
    private readonly int _maxDepth;
    /// <summary>How many nanoseconds a byte is worth.</summary>
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

    /// <summary>How strings are encoded from here on.</summary>
    public StringCompression Compression { get; set; }

    public BlittableDictionary? Dictionary { get; }

    /// <summary>Bytes that the output may have at most: a document that needs more is refused. Tests set it lower.</summary>
    public int MaxCapacity { get; init; } = Array.MaxLength;

    public ShapeTrie Trie { get; }

    /// <summary>The first byte of the document.</summary>
    public byte* Start { get; private set; }

    /// <summary>Where the next value goes.</summary>
    public byte* Cursor { get; set; }

    /// <summary>From here on a value may only be started after <see cref="Reserve"/>.</summary>
    public byte* Limit { get; private set; }

    /// <summary>
    /// Before it there is room for a window's values, and for a container of <see cref="MaxInlineSlots"/> children besides.
    /// </summary>
    public byte* WindowLimit { get; private set; }

    /// <summary>Where the next value's address goes.</summary>
    public uint* SlotTop { get; set; }

    public uint* SlotStart { get; private set; }

    /// <summary>From here on an address may only be pushed after <see cref="Reserve"/>.</summary>
    public uint* SlotLimit { get; private set; }

    /// <summary>The document, and after it the containers that are open, each inside the one before.</summary>
    public Frame* Frames { get; private set; }

    /// <summary>The innermost container that is open, or the document.</summary>
    public Frame* Current { get; set; }

    /// <summary>In here no container can be opened before <see cref="Deepen"/> has made room for it; one more frame is after it.</summary>
    public Frame* LastFrame { get; private set; }

    /// <summary>The trie's nodes; moved when one is added.</summary>
    public ShapeNode* Nodes { get; private set; }

    /// <summary>The number of this document, under which shapes remember what they wrote into it.</summary>
    public int Stamp { get; private set; }

    /// <summary>Bytes written so far.</summary>
    public int Length => (int)(Cursor - Start);

    /// <summary>About how many bytes of text were converted since the trie was empty; of other input than JSON the bytes written.</summary>
    private long Input => _earlierInput + Math.Max(_consumedInput, Length);

    /// <summary>The document that was finished last.</summary>
    public ReadOnlyMemory<byte> Finished => _output.AsMemory(0, Length);

    /// <summary>Starts a document.</summary>
    /// <param name="expectedInput">Bytes of the text that it comes from, by which tables are sized; 0 if unknown.</param>
    /// <param name="maxDictionaryVersion">The version of the dictionary that it may use at most.</param>
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

    /// <summary>Makes room for the next value and its address.</summary>
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

    /// <summary>Makes room for the values of the next <see cref="Window"/> bytes of JSON, and for their addresses.</summary>
    /// <remarks>Containers that close in the window are another matter: their slots are of values before it.</remarks>
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

    /// <summary>Makes room for <paramref name="bytes"/> and the slack after them.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void EnsureRoom(long bytes)
    {
        if (Limit - Cursor < bytes)
        {
            Grow(bytes);
        }
    }

    /// <summary>The bytes of the longer one of the buffers.</summary>
    public int BufferLength => Math.Max(_output.Length, _slots.Length * sizeof(uint));

    /// <summary>Lets go of an output buffer of more than <paramref name="limit"/> bytes; what it held is gone.</summary>
    public void Trim(int limit)
    {
        if (_output.Length > Math.Max(limit, InitialOutput))
        {
            _output = GC.AllocateUninitializedArray<byte>(InitialOutput, pinned: true);
            BindOutput();
        }

        if (_slots.Length > Math.Max(limit / sizeof(uint), InitialSlots))
        {
            _slots = GC.AllocateUninitializedArray<uint>(InitialSlots, pinned: true);
            BindSlots();
        }

        if (Trie.IsFull)
        {
            ClearTrie();
        }
    }

    /// <summary>Makes room for one more container inside <see cref="Current"/>, where it is <see cref="LastFrame"/>; false if that would be too deep.</summary>
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

    /// <summary>Notes how deep the document has become, in a container that has no rows yet.</summary>
    public void NoteDepth()
    {
        Current->Columns = 0;
        _deepest = Math.Max(_deepest, (int)(Current - Frames));
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
    /// <param name="room">Bytes that there must be before <see cref="Limit"/>.</param>
    /// <param name="capacity">Bytes that there should be in all.</param>
    /// <exception cref="BlittableException">There is no room for them.</exception>
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
}
