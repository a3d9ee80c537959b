using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Columns;

/// <content>Decoding of codes or ends to the entries and codes of a batch.</content>
public ref partial struct StringColumnReader
{
    private const int PieceValues = 4 * IntegerEncoder.BlockValues;

    /// <summary>The bits per character of an alphabet of nine to sixteen characters.</summary>
    private const int NibbleBits = 4;

    private readonly void Read(int start, Span<int> codes, StringBatch batch)
    {
        var first = _header.Nulls == 0 ? start : MaskKernel.Count(_validity, start);
        var count = codes.Length;
        if (_header.Nulls != 0)
        {
            var words = batch.StartValidity(codes.Length);
            RowBits.Copy(_validity, start, codes.Length, words);
            count = MaskKernel.Count(words);
        }

        var dense = _header.Nulls == 0 ? codes : batch.Dense(count);
        if (HasEntries)
        {
            ReadEntries(batch);
            ReadNumbers(first, dense);
        }
        else
        {
            ReadStrings(first, count, batch);
            for (var i = 0; i < dense.Length; i++)
            {
                dense[i] = i;
            }
        }

        if (_header.Nulls != 0)
        {
            Spread(dense, batch.ValidityWords, codes);
        }
    }

    private static void Spread(ReadOnlySpan<int> dense, ReadOnlySpan<ulong> validity, Span<int> codes)
    {
        MaskKernel.Expand(dense, validity, codes);
        for (var row = 0; row < codes.Length; row++)
        {
            if (!MaskKernel.IsSet(validity, row))
            {
                codes[row] = StringBatch.NullCode;
            }
        }
    }

    private readonly void ReadEntries(StringBatch batch)
    {
        var ends = batch.StartEntries(_entries);
        long previous = 0;
        for (var i = 0; i < ends.Length; i++)
        {
            var end = _entryEnds[i];
            if (end < previous || end > _bytes.Length)
            {
                ThrowHelper.InvalidData($"an entry that ends between {previous} and {_bytes.Length}", $"the end {end}");
            }

            ends[i] = (int)end;
            previous = end;
        }

        _bytes.CopyTo(batch.StartBytes(_bytes.Length));
    }

    [SkipLocalsInit]
    private readonly void ReadNumbers(int start, Span<int> codes)
    {
        Span<long> piece = stackalloc long[PieceValues];
        while (!codes.IsEmpty)
        {
            var numbers = piece[..Math.Min(PieceValues - (start % IntegerEncoder.BlockValues), codes.Length)];
            _rows.Decode(start, numbers);
            CheckNumbers(numbers);
            LaneKernel.Narrow<int>(numbers, codes);
            start += numbers.Length;
            codes = codes[numbers.Length..];
        }
    }

    private readonly void CheckNumbers(ReadOnlySpan<long> numbers)
    {
        if (numbers.ContainsAnyExceptInRange(0, _entries - 1))
        {
            ThrowHelper.InvalidData($"codes below {_entries}", $"{numbers[numbers.IndexOfAnyExceptInRange(0, _entries - 1)]}");
        }
    }

    [SkipLocalsInit]
    private readonly void ReadStrings(int first, int count, StringBatch batch)
    {
        if (count == 0)
        {
            batch.StartEntries(0);
            return;
        }

        var from = first == 0 ? 0 : _rows.Get(first - 1);
        var ends = batch.StartEntries(count);
        Span<long> piece = stackalloc long[PieceValues];
        var previous = from;
        var most = MostCharacters;
        for (var done = 0; done < count;)
        {
            var part = piece[..Math.Min(PieceValues - ((first + done) % IntegerEncoder.BlockValues), count - done)];
            _rows.Decode(first + done, part);
            CheckEnds(previous, part, most);
            previous = part[^1];
            LaneKernel.Narrow<int>(part, ends[done..]);
            done += part.Length;
        }

        foreach (ref var end in from == 0 ? [] : ends)
        {
            end -= (int)from;
        }

        var bytes = batch.StartBytes((int)(previous - from));
        if (_header.Encoding == ColumnEncoding.Plain)
        {
            Slice(from, previous).CopyTo(bytes);
            return;
        }

        ReadCharacters((int)from, bytes);
    }

    [SkipLocalsInit]
    private readonly void ReadCharacters(int start, Span<byte> characters)
    {
        if (_bits == NibbleBits && (start & 1) == 0)
        {
            ReadNibbles(_bytes[(start / 2)..], characters);
            return;
        }

        // Eight characters start on a byte boundary. Decode the characters before the first boundary one by one.
        var i = 0;
        for (; i < characters.Length && ((start + i) & 7) != 0; i++)
        {
            characters[i] = Character(BitPackingKernel.UnpackOne(_bytes, _bits, start + i));
        }

        Span<ulong> piece = stackalloc ulong[PieceValues];
        while (i < characters.Length)
        {
            var part = piece[..Math.Min(PieceValues, characters.Length - i)];
            BitPackingKernel.Unpack(_bytes[((start + i) / 8 * _bits)..], _bits, 0, part);
            foreach (var number in part)
            {
                characters[i++] = Character(number);
            }
        }
    }

    /// <summary>Decodes two characters per byte, as for hexadecimal digests.</summary>
    private readonly void ReadNibbles(ReadOnlySpan<byte> nibbles, Span<byte> characters)
    {
        var pairs = nibbles[..(characters.Length / 2)];
        var alphabet = _alphabet;
        if (alphabet.Length == 1 << NibbleBits)
        {
            for (var i = 0; i < pairs.Length; i++)
            {
                characters[2 * i] = alphabet[pairs[i] >> NibbleBits];
                characters[(2 * i) + 1] = alphabet[pairs[i] & 15];
            }
        }
        else
        {
            for (var i = 0; i < pairs.Length; i++)
            {
                characters[2 * i] = Character((ulong)pairs[i] >> NibbleBits);
                characters[(2 * i) + 1] = Character((ulong)pairs[i] & 15);
            }
        }

        if ((characters.Length & 1) != 0)
        {
            characters[^1] = Character((ulong)nibbles[pairs.Length] >> NibbleBits);
        }
    }

    private readonly byte Character(ulong number)
    {
        if (number >= (ulong)_alphabet.Length)
        {
            ThrowHelper.InvalidData($"a character code below {_alphabet.Length}", $"{number}");
        }

        return _alphabet[(int)number];
    }

    private readonly ReadOnlySpan<byte> Entry(long number)
    {
        if ((ulong)number >= (ulong)_entries)
        {
            ThrowHelper.InvalidData($"a code below {_entries}", $"{number}");
        }

        return Slice(number == 0 ? 0 : _entryEnds[(int)number - 1], _entryEnds[(int)number]);
    }

    private readonly ReadOnlySpan<byte> Slice(long start, long end)
    {
        if (start < 0 || end < start || end > _bytes.Length)
        {
            ThrowHelper.InvalidData($"a string within {_bytes.Length} bytes", $"bytes {start} to {end}");
        }

        return _bytes[(int)start..(int)end];
    }

    private readonly long MostCharacters =>
        Math.Min(int.MaxValue, _header.Encoding == ColumnEncoding.Plain ? _bytes.Length : _bytes.Length * 8L / _bits);

    /// <summary>Verifies that ends do not decrease and do not exceed the available characters.</summary>
    private readonly void CheckEnds(long previous, ReadOnlySpan<long> ends, long most)
    {
        // The sign bit is set in a negative end, and in the difference of two nonnegative ends that decrease.
        var before = previous;
        var signs = previous;
        foreach (var end in ends)
        {
            signs |= end | (end - before);
            before = end;
        }

        if (signs >= 0 && before <= most)
        {
            return;
        }

        foreach (var end in ends)
        {
            CheckCharacters(previous, end);
            previous = end;
        }
    }

    /// <summary>Verifies that the characters of a row exist.</summary>
    private readonly void CheckCharacters(long start, long end)
    {
        var most = MostCharacters;
        if (start < 0 || end < start || end > most)
        {
            ThrowHelper.InvalidData($"a string within {most} characters", $"characters {start} to {end}");
        }
    }
}
