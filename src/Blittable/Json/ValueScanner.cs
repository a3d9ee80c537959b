using System.Buffers;
using System.Text;
using Blittable.Layout;

namespace Blittable.Json;

/// <summary>Finds the end of a JSON value whose bytes arrive in pieces. Matches only brackets and strings; the converter detects all other errors.</summary>
internal struct ValueScanner(bool skipsComments)
{
    private static readonly SearchValues<byte> s_structure = SearchValues.Create("\"{}[]"u8);
    private static readonly SearchValues<byte> s_structureOrComment = SearchValues.Create("\"{}[]/"u8);
    private static readonly SearchValues<byte> s_scalarEnd = SearchValues.Create(" \t\r\n,:\"{}[]/\u001e"u8);

    private State _state;
    private int _depth;

    private enum State
    {
        Start,
        Structure,
        String,
        Escape,
        Scalar,
        Slash,
        LineComment,
        BlockComment,
        BlockCommentStar,
    }

    /// <summary>Gets a value that indicates whether the value is a number or a literal. These have no end mark, so they may end with the stream.</summary>
    public readonly bool IsScalar => _state == State.Scalar;

    /// <summary>Continues with the bytes from <paramref name="at"/> on.</summary>
    /// <param name="bytes">The bytes, from the first byte of the value.</param>
    /// <param name="at">The number of bytes already scanned; on return, the end of the value if found.</param>
    /// <returns>true if the end was found; otherwise, false.</returns>
    public bool Find(ReadOnlySpan<byte> bytes, ref int at)
    {
        while (at < bytes.Length)
        {
            switch (_state)
            {
                case State.Start:
                    _state = bytes[at] switch { (byte)'{' or (byte)'[' => State.Structure, (byte)'"' => State.String, _ => State.Scalar };
                    at += _state == State.Structure ? 0 : 1;
                    break;
                case State.Structure:
                    if (!Skip(bytes, ref at, skipsComments ? s_structureOrComment : s_structure))
                    {
                        return false;
                    }

                    if (AfterStructure(bytes[at++]))
                    {
                        return true;
                    }

                    break;
                case State.String:
                    var mark = bytes[at..].IndexOfAny((byte)'"', (byte)'\\');
                    at = mark < 0 ? bytes.Length : at + mark + 1;
                    _state = mark < 0 ? State.String : bytes[at - 1] == '\\' ? State.Escape : State.Structure;
                    if (_state == State.Structure && _depth == 0)
                    {
                        return true;
                    }

                    break;
                case State.Escape:
                    at++;
                    _state = State.String;
                    break;
                case State.Scalar:
                    return Skip(bytes, ref at, s_scalarEnd);
                default:
                    InComment(bytes[at++]);
                    break;
            }
        }

        return false;
    }

    private bool AfterStructure(byte mark)
    {
        switch (mark)
        {
            case (byte)'{' or (byte)'[':
                _depth++;
                return false;
            case (byte)'"':
                _state = State.String;
                return false;
            case (byte)'/':
                _state = State.Slash;
                return false;
            default:
                return --_depth == 0;
        }
    }

    private void InComment(byte next) => _state = (_state, next) switch
    {
        (State.Slash, (byte)'/') => State.LineComment,
        (State.Slash, (byte)'*') => State.BlockComment,
        (State.Slash, _) => State.Structure,
        (State.LineComment, (byte)'\n' or (byte)'\r') => State.Structure,
        (State.BlockComment or State.BlockCommentStar, (byte)'*') => State.BlockCommentStar,
        (State.BlockCommentStar, (byte)'/') => State.Structure,
        (State.BlockCommentStar, _) => State.BlockComment,
        _ => _state,
    };

    private static bool Skip(ReadOnlySpan<byte> bytes, ref int at, SearchValues<byte> marks)
    {
        var length = bytes[at..].IndexOfAny(marks);
        at = length < 0 ? bytes.Length : at + length;
        return length >= 0;
    }
}

/// <summary>Buffers the bytes of a stream that have been read but not yet used. It only grows to the size of the longest text.</summary>
internal sealed class TextBuffer(Stream stream)
{
    private const int FirstSize = 1 << 16;

    private byte[] _bytes = GC.AllocateUninitializedArray<byte>(FirstSize);
    private int _start, _end;

    /// <summary>Gets the bytes that have been read but not yet used.</summary>
    public ReadOnlySpan<byte> Available => _bytes.AsSpan(_start, _end - _start);

    /// <summary>Gets the offset of the available bytes in the stream.</summary>
    public long Offset { get; private set; }

    /// <summary>Gets the line number at which the available bytes start.</summary>
    public long Line { get; private set; } = 1;

    /// <summary>Gets the offset of the start of that line in the stream.</summary>
    public long LineStart { get; private set; }

    /// <summary>Returns the first available bytes, valid until more is read.</summary>
    public ReadOnlyMemory<byte> Take(int length) => _bytes.AsMemory(_start, length);

    /// <summary>Marks bytes as used.</summary>
    public void Use(int length)
    {
        var used = Available[..length];
        var lines = used.Count((byte)'\n');
        if (lines > 0)
        {
            Line += lines;
            LineStart = Offset + used.LastIndexOf((byte)'\n') + 1;
        }

        Offset += length;
        _start += length;
    }

    /// <summary>Reads more bytes from the stream.</summary>
    /// <returns>False at the end of the stream.</returns>
    /// <exception cref="BlittableException">The stream is damaged, or a text is too long for an array.</exception>
    public async ValueTask<bool> ReadAsync(CancellationToken cancellationToken)
    {
        MakeRoom();
        try
        {
            var count = await stream.ReadAsync(_bytes.AsMemory(_end), cancellationToken).ConfigureAwait(false);
            _end += count;
            return count > 0;
        }
        catch (InvalidDataException fault)
        {
            throw new BlittableException(BlittableErrorCode.InvalidData, $"The compressed text is damaged: {fault.Message}", innerException: fault);
        }
        catch (DecoderFallbackException fault)
        {
            // The index in the message of the decoder counts from the start of its buffer.
            var offset = Offset + _end - _start;
            throw new BlittableException(
                BlittableErrorCode.InvalidUtf8, $"The text is not valid in its encoding after byte {offset} of its UTF-8 form.", offset, innerException: fault);
        }
    }

    private void MakeRoom()
    {
        if (_start == _end)
        {
            _start = _end = 0;
        }

        if (_end < _bytes.Length)
        {
            return;
        }

        if (_start < _bytes.Length / 2 && _bytes.Length == Array.MaxLength)
        {
            ThrowHelper.InputTooLarge(_bytes.Length + 1L, Array.MaxLength);
        }

        var target = _start < _bytes.Length / 2 ? GC.AllocateUninitializedArray<byte>((int)Math.Min(2L * _bytes.Length, Array.MaxLength)) : _bytes;
        Available.CopyTo(target);
        (_bytes, _start, _end) = (target, 0, _end - _start);
    }
}
