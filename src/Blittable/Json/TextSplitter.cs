namespace Blittable.Json;

/// <summary>Splits a stream into JSON texts, holding one at a time in memory.</summary>
internal sealed partial class TextSplitter(Stream stream, BlittableTextOptions options)
{
    private const byte RecordSeparator = 0x1E;

    /// <summary>The number of bytes in which the detection of the format looks for the end of an array, and of white space and comments in which it looks for
    /// the next byte.</summary>
    private const int MaxLookAhead = 1 << 16;

    private readonly TextBuffer _buffer = new(stream);
    private BlittableTextFormat _format = options.Format;
    private bool _isStarted, _isEnded, _hasElement, _isDetected;

    /// <summary>Gets the current text, valid until the next one is read.</summary>
    public ReadOnlyMemory<byte> Text { get; private set; }

    /// <summary>Gets the offset of the text in the stream.</summary>
    public long Offset { get; private set; }

    /// <summary>Gets the line number at which the text starts.</summary>
    public long Line { get; private set; }

    /// <summary>Gets the number of bytes before the text on its first line.</summary>
    public int Indent { get; private set; }

    /// <summary>
    /// Gets a value that indicates whether the text may be incomplete: a number or literal that ends with its record, so its end may be missing (RFC 7464,
    /// section 2.4).
    /// </summary>
    public bool IsTruncated { get; private set; }

    /// <summary>Creates the exception for a truncated text.</summary>
    public BlittableException Truncation() => new(
        BlittableErrorCode.UnexpectedEnd,
        $"Expected white space after the number or literal at byte {Offset}, found the end of the record. The value may be truncated.",
        Offset,
        Line,
        Indent + 1);

    /// <summary>Reads the next text.</summary>
    /// <returns>False after the last text.</returns>
    /// <exception cref="BlittableException">The stream is damaged, or the next text cannot be found.</exception>
    public async ValueTask<bool> ReadAsync(CancellationToken cancellationToken)
    {
        if (!_isStarted)
        {
            _isStarted = true;
            _isDetected = _format == BlittableTextFormat.Auto;
            _format = _isDetected ? await DetectAsync(cancellationToken).ConfigureAwait(false) : _format;
            await BeginAsync(cancellationToken).ConfigureAwait(false);
        }

        if (_isEnded)
        {
            return false;
        }

        return _format switch
        {
            BlittableTextFormat.Lines => await ReadLineAsync(cancellationToken).ConfigureAwait(false),
            BlittableTextFormat.Sequence => await ReadRecordAsync(cancellationToken).ConfigureAwait(false),
            BlittableTextFormat.Array => await ReadElementAsync(cancellationToken).ConfigureAwait(false),
            BlittableTextFormat.Single => await ReadWholeAsync(cancellationToken).ConfigureAwait(false),
            _ => await ReadValueAsync(cancellationToken).ConfigureAwait(false),
        };
    }

    private async ValueTask<BlittableTextFormat> DetectAsync(CancellationToken cancellationToken)
    {
        switch (await PeekAsync(cancellationToken).ConfigureAwait(false))
        {
            case RecordSeparator:
                return BlittableTextFormat.Sequence;
            case '[' when options.SplitArrays:
                // Nothing may be consumed before the format is known, so search for the byte after the bracket without moving the buffer position.
                var inside = await FindInkAsync(1, int.MaxValue, cancellationToken).ConfigureAwait(false);
                return inside < 0 ? BlittableTextFormat.Single
                    : _buffer.Available[inside] is not ((byte)'{' or (byte)']') || await IsFirstOfManyAsync(cancellationToken).ConfigureAwait(false)
                    ? await DetectLinesAsync(cancellationToken).ConfigureAwait(false)
                    : BlittableTextFormat.Array;
            case -1:
                return BlittableTextFormat.Lines;
            default:
                return await DetectLinesAsync(cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>Determines whether the array at the start is short and another text follows on a later line. The bytes of a short array are awaited, because the
    /// result must not depend on how many bytes each read returns. The end of a longer array is not, because the array could be the whole stream.</summary>
    private async ValueTask<bool> IsFirstOfManyAsync(CancellationToken cancellationToken)
    {
        var scanner = new ValueScanner(options.SkipComments);
        var at = 0;
        while (!scanner.Find(_buffer.Available[..Math.Min(_buffer.Available.Length, MaxLookAhead)], ref at))
        {
            if (at == MaxLookAhead || !await _buffer.ReadAsync(cancellationToken).ConfigureAwait(false))
            {
                return false;
            }
        }

        var next = await FindInkAsync(at, MaxLookAhead, cancellationToken).ConfigureAwait(false);
        return next >= 0 && _buffer.Available[next] is (byte)'[' or (byte)'{' && _buffer.Available[at..next].Contains((byte)'\n');
    }

    /// <summary>Returns <see cref="BlittableTextFormat.Lines"/> if the first value fills its line; otherwise,
    /// <see cref="BlittableTextFormat.Concatenated"/>.</summary>
    private async ValueTask<BlittableTextFormat> DetectLinesAsync(CancellationToken cancellationToken)
    {
        var length = await FindEndAsync(cancellationToken).ConfigureAwait(false);
        var isOneLine = !_buffer.Available[..length].Contains((byte)'\n');
        for (var at = length; isOneLine && at - length <= MaxLookAhead;)
        {
            var blanks = _buffer.Available[at..].IndexOfAnyExcept(" \t\r"u8);
            if (blanks >= 0 && at + blanks - length <= MaxLookAhead)
            {
                return _buffer.Available[at + blanks] == '\n' ? BlittableTextFormat.Lines : BlittableTextFormat.Concatenated;
            }

            at = _buffer.Available.Length;
            if (!await _buffer.ReadAsync(cancellationToken).ConfigureAwait(false))
            {
                break;
            }
        }

        return BlittableTextFormat.Concatenated;
    }

    /// <summary>Skips everything before the first text.</summary>
    private async ValueTask BeginAsync(CancellationToken cancellationToken)
    {
        if (_format == BlittableTextFormat.Array)
        {
            var first = await PeekAsync(cancellationToken).ConfigureAwait(false);
            if (first != '[')
            {
                throw Fault("an array of documents", first);
            }

            _buffer.Use(1);
            if (await PeekAsync(cancellationToken).ConfigureAwait(false) == ']')
            {
                await EndArrayAsync(cancellationToken).ConfigureAwait(false);
            }
        }
        else if (_format == BlittableTextFormat.Sequence)
        {
            var first = await PeekAsync(cancellationToken).ConfigureAwait(false);
            if (first != RecordSeparator && first >= 0)
            {
                throw Fault("a record separator (0x1e)", first);
            }

            _isEnded = first < 0;
        }
    }

    private async ValueTask<bool> ReadLineAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            var (length, isLast) = await FindByteAsync((byte)'\n', cancellationToken).ConfigureAwait(false);
            if (_isDetected && !isLast && await IsFirstLineAsync(length, cancellationToken).ConfigureAwait(false))
            {
                return await ReadValueAsync(cancellationToken).ConfigureAwait(false);
            }

            var isBlank = LenientText.IsBlank(_buffer.Available[..length], options);
            _isEnded = isLast;
            Take(length, isLast ? length : length + 1);
            if (!isBlank || isLast)
            {
                return !isBlank;
            }
        }
    }

    /// <summary>
    /// Determines whether a line has only a bracket that opens a text over several lines. If faults are skipped, a stray bracket must not hide the lines after
    /// it, so only an object is accepted, and only if a name or its end follows.
    /// </summary>
    private async ValueTask<bool> IsFirstLineAsync(int length, CancellationToken cancellationToken)
    {
        if (_buffer.Available[..length].Trim(" \t\r"u8) is not [var open] || open is not ((byte)'{' or (byte)'['))
        {
            return false;
        }

        if (options.OnFault is null)
        {
            return true;
        }

        var next = open == '{' ? await FindInkAsync(length, MaxLookAhead, cancellationToken).ConfigureAwait(false) : -1;
        return next >= 0 && _buffer.Available[next] is (byte)'"' or (byte)'}';
    }

    private async ValueTask<bool> ReadRecordAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            // The first byte is the separator before the text.
            _buffer.Use(1);
            var (length, isLast) = await FindByteAsync(RecordSeparator, cancellationToken).ConfigureAwait(false);
            var isBlank = LenientText.IsBlank(_buffer.Available[..length], options);
            IsTruncated = IsOpenScalar(_buffer.Available[..length]);
            _isEnded = isLast;
            Take(length, length);
            if (!isBlank || isLast)
            {
                return !isBlank;
            }
        }
    }

    private bool IsOpenScalar(ReadOnlySpan<byte> record)
    {
        var text = record.TrimStart(" \t\r\n"u8);
        var scanner = new ValueScanner(options.SkipComments);
        var at = 0;
        return !text.IsEmpty && !scanner.Find(text, ref at) && scanner.IsScalar;
    }

    private async ValueTask<bool> ReadWholeAsync(CancellationToken cancellationToken)
    {
        while (await _buffer.ReadAsync(cancellationToken).ConfigureAwait(false))
        {
        }

        _isEnded = true;
        Take(_buffer.Available.Length, _buffer.Available.Length);
        return true;
    }

    private async ValueTask<bool> ReadValueAsync(CancellationToken cancellationToken)
    {
        if (await PeekAsync(cancellationToken).ConfigureAwait(false) < 0)
        {
            return false;
        }

        var length = await FindEndAsync(cancellationToken).ConfigureAwait(false);
        Take(length, length);
        return true;
    }

    private async ValueTask<bool> ReadElementAsync(CancellationToken cancellationToken)
    {
        var next = await PeekAsync(cancellationToken).ConfigureAwait(false);
        if (_hasElement && next == ',')
        {
            _buffer.Use(1);
            next = await PeekAsync(cancellationToken).ConfigureAwait(false);
            _hasElement = next == ']' && options.AllowTrailingCommas;
        }
        else if (_hasElement && next != ']')
        {
            throw Fault("',' or ']' after an element", next);
        }

        if (next == ']' && _hasElement)
        {
            await EndArrayAsync(cancellationToken).ConfigureAwait(false);
            return false;
        }

        if (next is < 0 or ',' or ']' or '}' or ':')
        {
            throw Fault("an element", next);
        }

        _hasElement = true;
        var length = await FindEndAsync(cancellationToken).ConfigureAwait(false);
        Take(length, length);
        return true;
    }

    private async ValueTask EndArrayAsync(CancellationToken cancellationToken)
    {
        _buffer.Use(1);
        _isEnded = true;
        var next = await PeekAsync(cancellationToken).ConfigureAwait(false);
        if (next >= 0)
        {
            throw Fault("the end of the text after the array (for newline-delimited JSON, specify the format)", next, BlittableErrorCode.TrailingCharacters);
        }
    }

    private void Take(int length, int used)
    {
        (Offset, Line, Indent) = (_buffer.Offset, _buffer.Line, (int)Math.Min(_buffer.Offset - _buffer.LineStart, int.MaxValue));
        Text = _buffer.Take(length);
        _buffer.Use(used);
    }

    private BlittableException Fault(string expected, int found, BlittableErrorCode code = BlittableErrorCode.UnexpectedCharacter)
    {
        var column = _buffer.Offset - _buffer.LineStart + 1;
        var what = found < 0 ? "the end of the text" : found is > ' ' and < 0x7F ? $"'{(char)found}'" : $"byte 0x{found:x2}";
        return new BlittableException(
            found < 0 ? BlittableErrorCode.UnexpectedEnd : code,
            $"Expected {expected}, found {what} at byte {_buffer.Offset} (line {_buffer.Line}, column {column}).",
            _buffer.Offset,
            _buffer.Line,
            column);
    }
}
