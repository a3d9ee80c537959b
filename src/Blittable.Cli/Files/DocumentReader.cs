namespace Blittable.Cli;

/// <summary>Reads the documents of a file of one or of many; see <see cref="DocumentFormat"/>.</summary>
internal sealed class DocumentReader(InputStream stream)
{
    private readonly InputBuffer _input = new(stream);
    private long _offset;

    /// <summary>Gets a value that indicates whether the file is one of many documents; known once the first has been read.</summary>
    public bool IsMany { get; private set; }

    /// <summary>The document that was read last; valid until the next is read.</summary>
    public ReadOnlyMemory<byte> Document { get; private set; }

    /// <summary>Its number in the file, from 1.</summary>
    public long Number { get; private set; }

    /// <summary>Moves on to the next document.</summary>
    /// <returns>False after the last.</returns>
    /// <exception cref="BlittableException">The file ends within a document or the length of one.</exception>
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
                $"truncated at byte {_offset + _input.Available.Length}: document {Number} has {length} bytes, but only {_input.Available.Length} are present",
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
                throw Invalid("the length of a document", "the end of the file");
            }

            var next = _input.Available.Span[0];
            Use(1);
            length |= (long)(next & 0x7F) << shift;
            if (next < 0x80)
            {
                return length <= Array.MaxLength ? (int)length : throw Invalid($"a document of at most {Array.MaxLength} bytes", $"one of {length}");
            }
        }

        throw Invalid($"a length of at most {DocumentFormat.MaxLengthSize} bytes", "a longer one");
    }

    private void Use(int count)
    {
        _input.Advance(count);
        _offset += count;
    }

    private BlittableException Invalid(string expected, string found) =>
        new(BlittableErrorCode.InvalidData, $"Expected {expected}, found {found} at byte {_offset} of the file.", _offset);
}
