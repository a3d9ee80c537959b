using System.Buffers;
using Blittable.Layout;
using Blittable.Wire;

namespace Blittable;

/// <content>Segmented input.</content>
public sealed partial class BlittableMessagePack
{
    /// <summary>The initial size of the buffer for segmented values, and the expected size of a value that other values may follow.</summary>
    private const int FirstLength = 1 << 14;

    /// <summary>The buffer in which the segments of an input are joined.</summary>
    private byte[] _input = [];

    /// <summary>Converts one MessagePack value that may be split into segments.</summary>
    /// <inheritdoc cref="Convert(ReadOnlySpan{byte})"/>
    public ReadOnlySpan<byte> Convert(in ReadOnlySequence<byte> messagePack)
    {
        using var use = _use.Enter();
        return ConvertWhole(InOnePiece(messagePack));
    }

    /// <summary>Converts one MessagePack value that may be split into segments, and writes its document to <paramref name="output"/>.</summary>
    /// <inheritdoc cref="Convert(ReadOnlySpan{byte}, IBufferWriter{byte})"/>
    public void Convert(in ReadOnlySequence<byte> messagePack, IBufferWriter<byte> output)
    {
        ArgumentNullException.ThrowIfNull(output);
        using var use = _use.Enter();
        output.Write(ConvertWhole(InOnePiece(messagePack)));
    }

    /// <summary>Converts the first of several consecutive MessagePack values, which may be split into segments.</summary>
    /// <param name="messagePack">The value, and any bytes after it.</param>
    /// <param name="consumed">The position of the end of the value.</param>
    /// <inheritdoc cref="Convert(ReadOnlySpan{byte})"/>
    public ReadOnlySpan<byte> Convert(in ReadOnlySequence<byte> messagePack, out SequencePosition consumed)
    {
        using var use = _use.Enter();

        // If the first segment does not contain the whole value, ever longer prefixes are tried. The input may contain very many values, most of them small.
        var bytes = messagePack.FirstSpan;
        for (var length = Math.Max(FirstLength, 2L * bytes.Length); !_reader.TryConvert(bytes, ExpectedLength(bytes)); length *= 2)
        {
            if (_reader.Status != WireStatus.Truncated || bytes.Length == messagePack.Length)
            {
                ThrowFault();
            }

            bytes = Gather(messagePack.Slice(0, Math.Min(length, messagePack.Length)));
        }

        consumed = messagePack.GetPosition(_reader.Offset);
        return Finish();
    }

    /// <summary>Estimates the size of a value that other values may follow. Computing the exact size pays off only if equal values are shared.</summary>
    private int ExpectedLength(ReadOnlySpan<byte> messagePack)
    {
        if (_options.Mode == BlittableMode.Disk && _options.ShareValues && WireLength.TryGet(messagePack, out var length))
        {
            return length;
        }

        return Math.Min(messagePack.Length, FirstLength);
    }

    private ReadOnlySpan<byte> InOnePiece(in ReadOnlySequence<byte> messagePack) =>
        messagePack.IsSingleSegment ? messagePack.FirstSpan : Gather(messagePack);

    private ReadOnlySpan<byte> Gather(scoped in ReadOnlySequence<byte> messagePack)
    {
        if (messagePack.Length > Array.MaxLength)
        {
            ThrowHelper.InputTooLarge(messagePack.Length, Array.MaxLength);
        }

        var length = (int)messagePack.Length;
        if (_input.Length < length)
        {
            _input = GC.AllocateUninitializedArray<byte>(length);
        }

        messagePack.CopyTo(_input);
        return _input.AsSpan(0, length);
    }
}
