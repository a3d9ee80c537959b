using System.Runtime.CompilerServices;
using Blittable.Json;

namespace Blittable;

/// <content>Streams of many JSON texts, in any format.</content>
public sealed partial class BlittableConverter
{
    /// <summary>
    /// Reads JSON texts from a stream and converts them one by one: an array of documents, newline-delimited, concatenated or pretty-printed texts, or a JSON
    /// text sequence (RFC 7464). The stream may be in UTF-8, UTF-16 or UTF-32, plain or compressed.
    /// </summary>
    /// <remarks>
    /// The stream may have any length: the converter holds one text at a time. Offsets, lines and columns of exceptions count UTF-8 bytes after decompression,
    /// without a byte order mark.
    /// </remarks>
    /// <param name="texts">The stream. It remains open.</param>
    /// <param name="options">The format, and the deviations from JSON to accept. If <see langword="null"/>, the format is detected and no deviation is
    /// accepted.</param>
    /// <param name="cancellationToken">The token to cancel reading.</param>
    /// <returns>The documents. Each is valid until the converter is used again.</returns>
    /// <exception cref="BlittableException">A text is not valid JSON, is too large, or is nested too deeply; or the stream is damaged.</exception>
    public IAsyncEnumerable<ReadOnlyMemory<byte>> ConvertTextsAsync(Stream texts, BlittableTextOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(texts);
        return ReadTextsAsync(texts, options ?? new BlittableTextOptions(), cancellationToken);
    }

    private async IAsyncEnumerable<ReadOnlyMemory<byte>> ReadTextsAsync(
        Stream texts, BlittableTextOptions options, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var stream = await TextDecoding.OpenAsync(texts, options, cancellationToken).ConfigureAwait(false);
        await using var disposal = stream.ConfigureAwait(false);
        var splitter = new TextSplitter(stream, options);
        var lenient = options.IsLenient ? new LenientText(options) : null;
        for (long number = 1; await splitter.ReadAsync(cancellationToken).ConfigureAwait(false); number++)
        {
            if (ConvertPart(splitter, lenient, options.OnFault, number) is { } document)
            {
                yield return document;
            }
        }
    }

    /// <summary>Converts a text of a stream. Returns <see langword="null"/> if it was reported as a fault.</summary>
    private ReadOnlyMemory<byte>? ConvertPart(TextSplitter splitter, LenientText? lenient, Action<BlittableTextFault>? onFault, long number)
    {
        using var use = _use.Enter();
        try
        {
            if (splitter.IsTruncated)
            {
                throw splitter.Truncation();
            }

            var text = lenient is null ? splitter.Text.Span : lenient.Convert(splitter.Text.Span).Span;
            ConvertText(text, splitter.Offset, splitter.Line, splitter.Indent);
            return _writer.Finished;
        }
        catch (BlittableException fault) when (onFault is not null)
        {
            onFault(new BlittableTextFault(fault, splitter.Text, number));
            return null;
        }
    }

    // Newline-delimited JSON.

    /// <summary>The initial size of the buffer of a stream.</summary>
    private const int FirstRead = 1 << 14;

    /// <summary>Converts newline-delimited JSON, with one document for each line that is not blank.</summary>
    /// <remarks>If a line is not valid JSON, the enumerator throws. It can then continue with the next line.</remarks>
    /// <param name="utf8Lines">The lines in UTF-8, each with one JSON text.</param>
    /// <returns>The documents. Each is valid until the converter is used again.</returns>
    public LineEnumerator ConvertLines(ReadOnlySpan<byte> utf8Lines) => new(this, utf8Lines);

    /// <summary>Reads newline-delimited JSON from a stream and converts it line by line.</summary>
    /// <remarks>A line that is not valid JSON ends the enumeration, and text that was read ahead is lost.</remarks>
    /// <param name="utf8Lines">The lines in UTF-8, each with one JSON text. The first may start with a byte order mark.</param>
    /// <param name="cancellationToken">The token to cancel reading.</param>
    /// <returns>The documents. Each is valid until the converter is used again.</returns>
    /// <exception cref="BlittableException">A line is not valid JSON, is too large, or is nested too deeply. The exception contains the line
    /// number.</exception>
    public IAsyncEnumerable<ReadOnlyMemory<byte>> ConvertLinesAsync(Stream utf8Lines, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(utf8Lines);
        return ReadLinesAsync(utf8Lines, cancellationToken);
    }

    private async IAsyncEnumerable<ReadOnlyMemory<byte>> ReadLinesAsync(Stream utf8Lines, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        // The lines have their own buffer, because the converter may convert other texts between two lines.
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

    /// <summary>Converts a line. Returns <see langword="null"/> if it is blank.</summary>
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

    /// <summary>Enumerates the documents of newline-delimited JSON.</summary>
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

        /// <summary>Gets the document of the current line, valid until the converter is used again.</summary>
        public readonly ReadOnlySpan<byte> Current => _current;

        /// <summary>Gets the number of the current line, starting from 1.</summary>
        public readonly long LineNumber => _number;

        /// <summary>Returns this enumerator, for <c>foreach</c>.</summary>
        public readonly LineEnumerator GetEnumerator() => this;

        /// <summary>Converts the next line that is not blank. Returns <see langword="false"/> at the end.</summary>
        /// <exception cref="BlittableException">The line is not valid JSON, is too large, or is nested too deeply.</exception>
        public bool MoveNext()
        {
            // The conversion overwrites the document of the line before, also if it fails.
            _current = default;
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
