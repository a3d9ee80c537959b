using System.Runtime.CompilerServices;

namespace Blittable;

/// <content>Newline-delimited JSON: a document a line.</content>
public sealed partial class BlittableConverter
{
    /// <summary>Converts newline-delimited JSON: one document for each line that is not blank.</summary>
    /// <remarks>After the exception for a line that is not JSON, the enumerator continues with the next line.</remarks>
    /// <param name="utf8Lines">The texts in UTF-8, each on a line of its own.</param>
    /// <returns>The documents, each valid until the converter is used again.</returns>
    public LineEnumerator ConvertLines(ReadOnlySpan<byte> utf8Lines) => new(this, utf8Lines);

    /// <summary>Reads newline-delimited JSON from a stream and converts it line by line.</summary>
    /// <remarks>A line that is not JSON ends it: what was read ahead is lost with the enumerator.</remarks>
    /// <param name="utf8Lines">The texts in UTF-8, each on a line of its own, with or without a byte order mark before the first.</param>
    /// <param name="cancellationToken">Stops the reading.</param>
    /// <returns>The documents, each valid until the converter is used again.</returns>
    /// <exception cref="BlittableException">A line is not JSON, or too large or too deeply nested; it names the line.</exception>
    public IAsyncEnumerable<ReadOnlyMemory<byte>> ConvertLinesAsync(Stream utf8Lines, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(utf8Lines);
        return ReadLinesAsync(utf8Lines, cancellationToken);
    }

    private async IAsyncEnumerable<ReadOnlyMemory<byte>> ReadLinesAsync(Stream utf8Lines, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        // The lines have a buffer to themselves: between two of them the converter may be given other texts.
        byte[] text = [];
        RequireText(ref text, FirstRead, 0);
        long offset = 0, line = 1;
        int start = 0, searched = 0, end = 0;
        while (true)
        {
            var length = text.AsSpan(searched, end - searched).IndexOf((byte)'\n');
            if (length >= 0)
            {
                var lineEnd = searched + length;
                if (ConvertLineOfFile(text.AsSpan(start, lineEnd - start), offset + start, line) is { } document)
                {
                    yield return document;
                }

                line++;
                start = searched = lineEnd + 1;
                continue;
            }

            searched = end;
            if (start > 0 && end == text.Length)
            {
                text.AsSpan(start, end - start).CopyTo(text);
                offset += start;
                end = searched = end - start;
                start = 0;
            }
            else if (end == text.Length)
            {
                RequireText(ref text, end == Array.MaxLength ? end + 1L : Math.Min(2L * end, Array.MaxLength), end);
            }

            var read = await utf8Lines.ReadAsync(text.AsMemory(end), cancellationToken).ConfigureAwait(false);
            end += read;
            if (read == 0)
            {
                if (ConvertLineOfFile(text.AsSpan(start, end - start), offset + start, line) is { } last)
                {
                    yield return last;
                }

                yield break;
            }
        }
    }

    private ReadOnlyMemory<byte>? ConvertLineOfFile(ReadOnlySpan<byte> line, long offset, long number)
    {
        var mark = number == 1 && line.StartsWith(ByteOrderMark) ? ByteOrderMark.Length : 0;
        return ConvertLine(line[mark..], offset + mark, number);
    }

    /// <summary>Converts a line; null if the line is blank.</summary>
    private ReadOnlyMemory<byte>? ConvertLine(ReadOnlySpan<byte> line, long offset, long number)
    {
        if (line.TrimEnd(" \t\r"u8).IsEmpty)
        {
            return null;
        }

        using var use = _use.Enter();
        ConvertText(line, offset, number);
        return _writer.Finished;
    }

    /// <summary>Goes from line to line and gives each line's document.</summary>
    public ref struct LineEnumerator
    {
        private readonly BlittableConverter _converter;
        private readonly ReadOnlySpan<byte> _lines;
        private ReadOnlySpan<byte> _current;
        private int _next;
        private long _number;

        internal LineEnumerator(BlittableConverter converter, ReadOnlySpan<byte> lines)
        {
            _converter = converter;
            _lines = lines;
        }

        /// <summary>The document of the current line; valid until the converter is used again.</summary>
        public readonly ReadOnlySpan<byte> Current => _current;

        /// <summary>The current line's number, from 1.</summary>
        public readonly long LineNumber => _number;

        /// <summary>This enumerator, for <c>foreach</c>.</summary>
        public readonly LineEnumerator GetEnumerator() => this;

        /// <summary>Converts the next line that is not blank; false at the end.</summary>
        /// <exception cref="BlittableException">The line is not JSON, or too large or too deeply nested.</exception>
        public bool MoveNext()
        {
            while (_next < _lines.Length)
            {
                var rest = _lines[_next..];
                var length = rest.IndexOf((byte)'\n');
                var line = length < 0 ? rest : rest[..length];
                var offset = _next;
                _next = length < 0 ? _lines.Length : _next + length + 1;
                _number++;
                if (_converter.ConvertLine(line, offset, _number) is { } document)
                {
                    _current = document.Span;
                    return true;
                }
            }

            return false;
        }
    }
}
