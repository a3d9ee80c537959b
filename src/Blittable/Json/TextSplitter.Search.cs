namespace Blittable.Json;

/// <content>The search for the next text and its end, in which no byte is searched twice.</content>
internal sealed partial class TextSplitter
{
    /// <summary>Skips white space and comments, and returns the next byte; -1 at the end of the stream.</summary>
    private async ValueTask<int> PeekAsync(CancellationToken cancellationToken)
    {
        var (isEnd, searched) = (false, 0);
        while (true)
        {
            var (at, isFound) = FindInk(0, isEnd, ref searched);
            _buffer.Use(at);
            if (isFound || isEnd)
            {
                return _buffer.Available.IsEmpty ? -1 : _buffer.Available[0];
            }

            isEnd = !await _buffer.ReadAsync(cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>Finds the first byte from an index on that is not white space or part of a comment, without using bytes.</summary>
    /// <returns>The index of the byte; -1 if the stream ends or the byte is beyond the limit.</returns>
    private async ValueTask<int> FindInkAsync(int start, int limit, CancellationToken cancellationToken)
    {
        var (at, searched) = (start, 0);
        while (true)
        {
            (at, var isFound) = FindInk(at, isEnd: false, ref searched);
            if (isFound)
            {
                return at - start <= limit ? at : -1;
            }

            if (at - start + searched > limit || !await _buffer.ReadAsync(cancellationToken).ConfigureAwait(false))
            {
                return -1;
            }
        }
    }

    /// <summary>Finds the first byte that is not white space or part of a comment.</summary>
    /// <param name="start">The index to start at.</param>
    /// <param name="isEnd">True if no more bytes follow.</param>
    /// <param name="searched">The number of bytes searched of a comment that starts at the index, so each byte is searched once.</param>
    /// <returns>The index of the byte, or of a comment whose end is not yet available.</returns>
    private (int At, bool IsFound) FindInk(int start, bool isEnd, ref int searched)
    {
        var bytes = _buffer.Available;
        var at = start;
        while (true)
        {
            var length = bytes[at..].IndexOfAnyExcept(" \t\r\n"u8);
            if (length < 0)
            {
                return (bytes.Length, false);
            }

            at += length;
            if (bytes[at] != '/' || !options.SkipComments)
            {
                return (at, true);
            }

            var comment = LenientText.CommentLength(bytes[at..], isEnd, searched);
            searched = comment == 0 ? bytes.Length - at : 0;
            if (comment <= 0)
            {
                return (at, comment < 0);
            }

            at += comment;
        }
    }

    /// <summary>Finds the end of the next value.</summary>
    /// <returns>The length of the value. An unterminated value extends to the end of the stream.</returns>
    private async ValueTask<int> FindEndAsync(CancellationToken cancellationToken)
    {
        var scanner = new ValueScanner(options.SkipComments);
        var at = 0;
        while (!scanner.Find(_buffer.Available, ref at))
        {
            if (!await _buffer.ReadAsync(cancellationToken).ConfigureAwait(false))
            {
                return _buffer.Available.Length;
            }
        }

        return Math.Max(1, at);
    }

    private async ValueTask<(int Length, bool IsLast)> FindByteAsync(byte mark, CancellationToken cancellationToken)
    {
        var searched = 0;
        while (true)
        {
            var length = _buffer.Available[searched..].IndexOf(mark);
            if (length >= 0)
            {
                return (searched + length, false);
            }

            searched = _buffer.Available.Length;
            if (!await _buffer.ReadAsync(cancellationToken).ConfigureAwait(false))
            {
                return (searched, true);
            }
        }
    }
}
