using Blittable.Layout;

namespace Blittable.Columns;

/// <summary>Reads a column chunk of strings in place.</summary>
/// <remarks>Rows that share strings are returned as entry codes, so filters and groups process each distinct string once. UTF-8 is not validated: the
/// bytes are returned as they were written.</remarks>
public ref partial struct StringColumnReader
{
    private readonly ColumnHeader _header;
    private readonly ReadOnlySpan<ulong> _validity;
    private readonly ReadOnlySpan<byte> _least;
    private readonly ReadOnlySpan<byte> _greatest;
    private readonly bool _greatestIsCut;
    private readonly ReadOnlySpan<byte> _bytes;
    private readonly ReadOnlySpan<byte> _alphabet;
    private readonly PackedLine _entryEnds;
    private readonly IntegerDecoder _rows;
    private readonly int _entries;
    private readonly int _bits;
    private int _position;

    /// <summary>Opens the chunk at the start of a span. The span must stay valid while the reader is used.</summary>
    /// <param name="bytes">The bytes. They may extend past the chunk.</param>
    /// <param name="verify"><see langword="false"/> to skip the checksum if it has already been verified.</param>
    /// <exception cref="BlittableException">The bytes are not a chunk, are damaged, or have another type.</exception>
    public StringColumnReader(ReadOnlySpan<byte> bytes, bool verify = true)
    {
        _header = ColumnHeader.Read(bytes, verify, out var chunk);
        _header.RequireType(ColumnType.String);
        var values = _header.Rows - _header.Nulls;
        var sections = new ColumnBytes(chunk[ColumnHeader.Size..]);
        if ((_header.Flags & ColumnFlags.Statistics) != 0)
        {
            _least = TakeBound(ref sections, out _);
            _greatest = TakeBound(ref sections, out _greatestIsCut);
        }

        _validity = _header.TakeValidity(ref sections);
        if (values == 0)
        {
            return;
        }

        switch (_header.Encoding)
        {
            case ColumnEncoding.Dictionary or ColumnEncoding.RunLength:
                _entries = (int)Math.Min(int.MaxValue, sections.TakeUInt32("the entry count"));
                if (_entries < 1 || _entries > values)
                {
                    ThrowHelper.InvalidData($"1 to {values} entries", $"{_entries}");
                }

                _entryEnds = PackedLine.Take(ref sections, _entries, "entry ends");
                _bytes = sections.Take(_entryEnds[_entries - 1], "entries");
                break;
            case ColumnEncoding.Alphabet:
                _bits = sections.TakeByte("the bits per character");
                _alphabet = sections.Take(sections.TakeByte("the alphabet size"), "the alphabet");
                if (_bits is < 1 or > 6)
                {
                    ThrowHelper.InvalidData("1 to 6 bits per character", $"{_bits}");
                }

                break;
            case ColumnEncoding.Plain:
                break;
            default:
                ThrowHelper.InvalidData("a string encoding", $"{(int)_header.Encoding}", 2);
                break;
        }

        var encoding = (ColumnEncoding)sections.TakeByte("a section encoding");
        _rows = new IntegerDecoder(encoding, sections.Take(sections.TakeUInt32("a section length"), "a section"), values, sizeof(long));
        if (!HasEntries)
        {
            _bytes = sections.Rest;
        }
    }

    /// <summary>Gets the number of rows.</summary>
    public readonly int Rows => _header.Rows;

    /// <summary>Gets the number of null rows.</summary>
    public readonly int NullCount => _header.Nulls;

    /// <summary>Gets the encoding of the chunk.</summary>
    public readonly ColumnEncoding Encoding => _header.Encoding;

    /// <summary>Gets the row that <see cref="ReadBatch"/> reads next.</summary>
    public readonly int Position => _position;

    private readonly bool HasEntries => _entries > 0;

    /// <summary>Gets bytewise bounds of all strings, if the chunk has statistics and at least one string.</summary>
    /// <param name="least">A lower bound: the first 32 bytes, or fewer, of the smallest string.</param>
    /// <param name="greatest">The first 32 bytes, or fewer, of the greatest string.</param>
    /// <param name="greatestIsCut"><see langword="true"/> if the greatest string is longer than <paramref name="greatest"/>.</param>
    public readonly bool TryGetBounds(out ReadOnlySpan<byte> least, out ReadOnlySpan<byte> greatest, out bool greatestIsCut)
    {
        least = _least;
        greatest = _greatest;
        greatestIsCut = _greatestIsCut;
        return (_header.Flags & ColumnFlags.Statistics) != 0;
    }

    /// <summary>Reads the next rows into a batch, replacing its contents.</summary>
    /// <param name="batch">The batch to fill. Reusable.</param>
    /// <param name="rows">The maximum number of rows to read.</param>
    /// <returns>The number of rows read; 0 at the end.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="rows"/> is negative.</exception>
    /// <exception cref="BlittableException">The chunk is damaged.</exception>
    public int ReadBatch(StringBatch batch, int rows = int.MaxValue)
    {
        ArgumentNullException.ThrowIfNull(batch);
        ArgumentOutOfRangeException.ThrowIfNegative(rows);
        var count = Math.Min(rows, _header.Rows - _position);
        var codes = batch.Start(count);
        try
        {
            if (count > 0)
            {
                Read(_position, codes, batch);
            }
        }
        catch
        {
            // The codes may be those of an earlier chunk.
            batch.Start(0);
            throw;
        }

        _position += count;
        return count;
    }

    /// <summary>Skips rows without decoding them.</summary>
    /// <returns>The number of rows skipped.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="count"/> is negative.</exception>
    public int Skip(int count)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        count = Math.Min(count, _header.Rows - _position);
        _position += count;
        return count;
    }

    /// <summary>Gets the string of a row. At most one block of 128 ends or codes is decoded.</summary>
    /// <param name="row">The zero-based row.</param>
    /// <param name="scratch">Receives the characters if the chunk uses an alphabet. A longer string allocates memory.</param>
    /// <param name="value">The bytes of the string, in the chunk or in <paramref name="scratch"/>.</param>
    /// <returns><see langword="false"/> if the row is null; otherwise, <see langword="true"/>.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The row does not exist.</exception>
    public readonly bool TryGet(int row, Span<byte> scratch, out ReadOnlySpan<byte> value)
    {
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual((uint)row, (uint)_header.Rows, nameof(row));
        value = default;
        if (_header.Nulls != 0)
        {
            if (!MaskKernel.IsSet(_validity, row))
            {
                return false;
            }

            row = MaskKernel.Count(_validity, row);
        }

        if (HasEntries)
        {
            value = Entry(_rows.Get(row));
            return true;
        }

        var end = _rows.Get(row, out var start);
        if (_header.Encoding == ColumnEncoding.Plain)
        {
            value = Slice(start, end);
            return true;
        }

        CheckCharacters(start, end);
        var length = (int)(end - start);
        var target = length <= scratch.Length ? scratch[..length] : new byte[length];
        ReadCharacters((int)start, target);
        value = target;
        return true;
    }

    private static ReadOnlySpan<byte> TakeBound(scoped ref ColumnBytes bytes, out bool isCut)
    {
        var length = bytes.TakeByte("a bound length");
        isCut = (length & StringColumnWriter.BoundIsCut) != 0;
        return bytes.Take(length & ~StringColumnWriter.BoundIsCut, "a bound");
    }
}
