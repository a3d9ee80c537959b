using System.Buffers;
using Blittable.Layout;
using Blittable.Wire;

namespace Blittable;

/// <content>MessagePack in pieces.</content>
public sealed partial class BlittableMessagePack
{
    /// <summary>The initial size of the buffer for values in several pieces, and the expected size of a value where more may follow.</summary>
    private const int FirstLength = 1 << 14;

    /// <summary>Values that are not in one piece are gathered here.</summary>
    private byte[] _input = [];

    /// <summary>Converts one MessagePack value that need not be in one piece.</summary>
    /// <inheritdoc cref="Convert(ReadOnlySpan{byte})"/>
    public ReadOnlySpan<byte> Convert(in ReadOnlySequence<byte> messagePack)
    {
        using var use = _use.Enter();
        return ConvertWhole(InOnePiece(messagePack));
    }

    /// <summary>Converts one MessagePack value that need not be in one piece, and writes its document to <paramref name="output"/>.</summary>
    /// <inheritdoc cref="Convert(ReadOnlySpan{byte}, IBufferWriter{byte})"/>
    public void Convert(in ReadOnlySequence<byte> messagePack, IBufferWriter<byte> output)
    {
        ArgumentNullException.ThrowIfNull(output);
        using var use = _use.Enter();
        output.Write(ConvertWhole(InOnePiece(messagePack)));
    }

    /// <summary>Converts the first of the MessagePack values that stand one after the other, in any number of pieces.</summary>
    /// <param name="messagePack">The value, and what comes after it.</param>
    /// <param name="consumed">Where the value ends.</param>
    /// <inheritdoc cref="Convert(ReadOnlySpan{byte})"/>
    public ReadOnlySpan<byte> Convert(in ReadOnlySequence<byte> messagePack, out SequencePosition consumed)
    {
        using var use = _use.Enter();

        // A value that is not in the first piece is looked for in ever larger ones: they may hold a great many values, and most are small.
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

    /// <summary>Estimates the size of a value with others after it. The exact size is only worth computing where equal values are shared.</summary>
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
