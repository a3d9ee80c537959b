using System.Runtime.InteropServices;
using Blittable.Writing;

namespace Blittable.Wire;

/// <summary>MessagePack to document in one pass: each value is checked and written before the next is looked at.</summary>
/// <remarks>
/// As with JSON, the trie of shapes predicts the next key and one vector comparison confirms it; a key so found has been checked to be
/// UTF-8 when it was first met. Values are read with loads of up to 32 bytes, so the last <see cref="Margin"/> bytes of the input are moved
/// into a padded buffer of their own before they are read. A declared count is believed only as far as there are bytes for it.
/// </remarks>
internal sealed unsafe partial class WireReader
{
    /// <summary>
    /// No value's JSON text, with the punctuation around it, is longer than so many times its MessagePack: a date of 3 bytes has 38, an escaped
    /// control character 6.
    /// </summary>
    public const int MaxExpansion = 16;

    /// <summary>Bytes that a value's first look may reach, from where it starts; keys and fixed values are shorter.</summary>
    private const int Margin = 64;

    private const int TailLength = 3 * Margin;

    /// <summary>Bits of a string's length in its code.</summary>
    private const int FixStringMask = 0x1f;

    private readonly ValueWriter _writer;
    private readonly BlittableMessagePackOptions _format;
    private readonly bool _isDisk;
    private readonly bool _detectDates;
    private readonly byte[] _tail = GC.AllocateArray<byte>(TailLength, pinned: true);

    /// <summary>Values still to come in each container that is open but for the innermost, itself among them; as deep as the writer's frames.</summary>
    private uint[] _leftOfOuter;

    private byte* _input;
    private long _length;
    private byte* _end;

    /// <summary>From here on a value may only be started after <see cref="Refill"/>.</summary>
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

    /// <summary>The fault of the input, after <see cref="TryConvert"/> returned false.</summary>
    public WireStatus Status { get; private set; }

    /// <summary>Where it was wrong, or bytes read if it was not.</summary>
    public long Offset { get; private set; }

    /// <summary>The byte there.</summary>
    public byte Found { get; private set; }

    /// <summary>Writes the document of the value that the input starts with.</summary>
    /// <param name="input">MessagePack; more may follow the value.</param>
    /// <param name="expected">Bytes that the value is expected to have.</param>
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

    /// <summary>Makes room for as many open containers as the writer has room for.</summary>
    private uint* Deepen(uint* top)
    {
        var depth = (int)(top - LeftOfOuter);
        var larger = GC.AllocateUninitializedArray<uint>((int)(_writer.LastFrame - _writer.Frames) + 1, pinned: true);
        new ReadOnlySpan<uint>(LeftOfOuter, depth).CopyTo(larger);
        _leftOfOuter = larger;
        return LeftOfOuter + depth;
    }
}
