using System.Buffers;
using System.Text;

namespace Blittable.Cli;

/// <summary>Writes UTF-8 text to a terminal with the escapes of <see cref="TerminalText"/>. Line feeds and tabs are not escaped.</summary>
/// <remarks>JSON remains equivalent, because escaped characters occur only inside its strings. Invalid UTF-8 becomes U+FFFD.</remarks>
internal sealed class TerminalStream(Stream terminal) : Stream
{
    private const int LongestSequence = 4;

    private static readonly SearchValues<byte> s_plain = SearchValues.Create([(byte)'\n', (byte)'\t', .. Enumerable.Range(' ', '~' - ' ' + 1).Select(code => (byte)code)]);

    private static ReadOnlySpan<byte> ReplacementCharacter => [0xEF, 0xBF, 0xBD];

    /// <summary>The start of a character whose remaining bytes have not been written yet.</summary>
    private readonly byte[] _begun = new byte[LongestSequence];
    private int _begunLength;

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        while (_begunLength > 0 && !buffer.IsEmpty)
        {
            _begun[_begunLength++] = buffer[0];
            buffer = buffer[1..];
            var rest = WriteText(_begun.AsSpan(0, _begunLength));
            rest.CopyTo(_begun);
            _begunLength = rest.Length;
        }

        var begun = WriteText(buffer);
        if (!begun.IsEmpty)
        {
            begun.CopyTo(_begun);
            _begunLength = begun.Length;
        }
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Flush() => terminal.Flush();

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    /// <returns>The start of an incomplete character at the end of the text.</returns>
    private ReadOnlySpan<byte> WriteText(ReadOnlySpan<byte> text)
    {
        while (true)
        {
            var plain = text.IndexOfAnyExcept(s_plain);
            terminal.Write(plain < 0 ? text : text[..plain]);
            if (plain < 0)
            {
                return [];
            }

            text = text[plain..];
            var status = Rune.DecodeFromUtf8(text, out var rune, out var length);
            if (status == OperationStatus.NeedMoreData)
            {
                return text;
            }

            if (status == OperationStatus.InvalidData)
            {
                terminal.Write(ReplacementCharacter);
            }
            else if (TerminalText.IsCommand(rune))
            {
                terminal.Write(Encoding.ASCII.GetBytes(TerminalText.Escaped(rune)));
            }
            else
            {
                terminal.Write(text[..length]);
            }

            text = text[length..];
        }
    }
}
