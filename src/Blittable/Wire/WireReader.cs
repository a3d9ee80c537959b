using System.Runtime.InteropServices;
using Blittable.Writing;

namespace Blittable.Wire;

/// <summary>Converts MessagePack to a document in one pass. Each value is checked and written before the next is examined.</summary>
/// <remarks>
/// As with JSON, the shape trie predicts the next key, and a single vector comparison confirms it. The UTF-8 of a predicted key was validated when it was first
/// seen. Values are read with loads of up to 32 bytes. The last <see cref="Margin"/> bytes of the input are therefore moved into a padded buffer before they
/// are read. A declared count is only trusted as far as there are bytes for it.
/// </remarks>
internal sealed unsafe partial class WireReader
{
    /// <summary>
    /// The maximum ratio of a value's JSON text, with punctuation, to its MessagePack size. For example, a date of 3 bytes has 38 characters, and an escaped
    /// control character has 6.
    /// </summary>
    public const int MaxExpansion = 16;

    /// <summary>The maximum number of bytes from the start of a value that are read at first. Keys and fixed-length values are shorter.</summary>
    private const int Margin = 64;

    private const int TailLength = 3 * Margin;

    /// <summary>A mask of the bits in a format byte that contain the length of a string.</summary>
    private const int FixStringMask = 0x1f;

    private readonly ValueWriter _writer;
    private readonly BlittableMessagePackOptions _format;
    private readonly bool _isDisk;
    private readonly bool _detectDates;
    private readonly byte[] _tail = GC.AllocateArray<byte>(TailLength, pinned: true);

    /// <summary>The number of remaining values of each open container except the innermost, including the current one; as deep as the writer's
    /// frames.</summary>
    private uint[] _leftOfOuter;

    private byte* _input;
    private long _length;
    private byte* _end;

    /// <summary>The position from which a value may only be started after calling <see cref="Refill"/>.</summary>
    private byte* _limit;

    private bool _inTail;
    private int _named;

    public WireReader(ValueWriter writer, BlittableOptions options, BlittableMessagePackOptions format)
    {
        _writer = writer;
        _format = format;
        _isDisk = options.Mode == BlittableMode.Disk;
        _detectDates = format.DetectDates && options.DetectDates;
        _leftOfOuter = GC.AllocateUninitializedArray<uint>((int)(writer.LastFrame - writer.Frames) + 1, pinned: true);
    }

    private uint* LeftOfOuter => (uint*)Marshal.UnsafeAddrOfPinnedArrayElement(_leftOfOuter, 0);

    /// <summary>Gets the error in the input after <see cref="TryConvert"/> returned false.</summary>
    public WireStatus Status { get; private set; }

    /// <summary>Gets the offset of the error, or the number of bytes read if there is none.</summary>
    public long Offset { get; private set; }

    /// <summary>Gets the byte at the offset of the error.</summary>
    public byte Found { get; private set; }

    /// <summary>Writes the document of the value at the start of the input.</summary>
    /// <param name="input">The MessagePack input. More bytes may follow the value.</param>
    /// <param name="expected">The expected size of the value in bytes.</param>
    public bool TryConvert(ReadOnlySpan<byte> input, int expected)
    {
        fixed (byte* start = input)
        {
            _input = start;
            _length = input.Length;
            _end = start + input.Length;
            _limit = _end - Margin;
            _inTail = false;
            Status = WireStatus.Done;
            _writer.Begin(expected);
            _writer.Source = start;
            var p = input.Length > Margin ? start : EnterTail(start);
            p = _isDisk ? Run<IConversionMode.Disk>(p) : Run<IConversionMode.Memory>(p);
            if (p == null)
            {
                return false;
            }

            Offset = OffsetOf(p);
            return true;
        }
    }

    /// <summary>Grows the array of remaining values to match the writer's frames.</summary>
    private uint* Deepen(uint* top)
    {
        var depth = (int)(top - LeftOfOuter);
        var larger = GC.AllocateUninitializedArray<uint>((int)(_writer.LastFrame - _writer.Frames) + 1, pinned: true);
        new ReadOnlySpan<uint>(LeftOfOuter, depth).CopyTo(larger);
        _leftOfOuter = larger;
        return LeftOfOuter + depth;
    }
}
