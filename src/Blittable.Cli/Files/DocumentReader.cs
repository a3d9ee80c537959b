namespace Blittable.Cli;

/// <summary>Reads a file with one or many documents; see <see cref="DocumentFormat"/>.</summary>
internal sealed class DocumentReader(InputStream stream)
{
    private readonly InputBuffer _input = new(stream);
    private long _offset;

    /// <summary>Gets a value that indicates whether the file has the format for many documents. Known after the first document has been read.</summary>
    public bool IsMany { get; private set; }

    /// <summary>Gets the current document. Valid until the next one is read.</summary>
    public ReadOnlyMemory<byte> Document { get; private set; }

    /// <summary>Gets the one-based number of the current document in the file.</summary>
    public long Number { get; private set; }

    /// <summary>Reads the next document.</summary>
    /// <returns>True if a document was read; false at the end of the file.</returns>
    /// <exception cref="BlittableException">The file ends within a document or its length.</exception>
    public async ValueTask<bool> ReadAsync(CancellationToken cancellation)
    {
        if (Number == 0)
        {
            IsMany = await _input.RequireAsync(DocumentFormat.Magic.Length, cancellation)
                && _input.Available.Span.StartsWith(DocumentFormat.Magic);
            if (!IsMany)
            {
                Number++;
                Document = await _input.ReadToEndAsync(cancellation);
                return true;
            }

            Use(DocumentFormat.Magic.Length);
        }
        else if (!IsMany)
        {
            return false;
        }

        if (!await _input.RequireAsync(1, cancellation))
        {
            return false;
        }

        Number++;
        var length = await ReadLengthAsync(cancellation);
        if (!await _input.RequireAsync(length, cancellation))
        {
            throw new BlittableException(
                BlittableErrorCode.InvalidData,
                $"truncated at byte {_offset + _input.Available.Length}: "
                    + $"document {Number} requires {length} bytes, but only {_input.Available.Length} are available",
                _offset);
        }

        Document = _input.Available[..length];
        Use(length);
        return true;
    }

    private async ValueTask<int> ReadLengthAsync(CancellationToken cancellation)
    {
        var length = 0L;
        for (var shift = 0; shift < 7 * DocumentFormat.MaxLengthSize; shift += 7)
        {
            if (!await _input.RequireAsync(1, cancellation))
            {
                throw Invalid("a document length", "the end of the file");
            }

            var next = _input.Available.Span[0];
            Use(1);
            length |= (long)(next & 0x7F) << shift;
            if (next < 0x80)
            {
                return length <= Array.MaxLength ? (int)length
                    : throw Invalid($"a document of at most {Array.MaxLength} bytes", $"a document of {length} bytes");
            }
        }

        throw Invalid($"a length field of at most {DocumentFormat.MaxLengthSize} bytes", "a longer field");
    }

    private void Use(int count)
    {
        _input.Advance(count);
        _offset += count;
    }

    private BlittableException Invalid(string expected, string found) =>
        new(BlittableErrorCode.InvalidData, $"Expected {expected}, found {found} at byte {_offset} of the file.", _offset);
}
