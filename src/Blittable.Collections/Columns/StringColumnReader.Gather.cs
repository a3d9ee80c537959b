using System.Buffers;
using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Columns;

/// <content>Reading selected rows.</content>
public ref partial struct StringColumnReader
{
    /// <summary>The number of entries per row up to which all entries are read sequentially instead of looked up one by one.</summary>
    private const int MostEntriesPerRow = 4;

    /// <summary>Reads the specified rows into a batch, replacing its contents. Row <i>i</i> of the batch is the <i>i</i>th of the specified rows.</summary>
    /// <param name="rows">The zero-based rows. Ascending order is fastest.</param>
    /// <param name="batch">The batch to fill. Reusable.</param>
    /// <exception cref="ArgumentOutOfRangeException">A row does not exist.</exception>
    /// <exception cref="BlittableException">The chunk is damaged.</exception>
    internal readonly void Gather(ReadOnlySpan<int> rows, StringBatch batch)
    {
        RowBits.Check(rows, _header.Rows);
        var codes = batch.Start(rows.Length);
        if (_header.Nulls == 0)
        {
            GatherValues(rows, codes, batch);
            return;
        }

        var places = batch.Dense(rows.Length);
        places = places[..RowBits.Places(_validity, rows, batch.StartValidity(rows.Length), places)];
        GatherValues(places, places, batch);
        Spread(places, batch.ValidityWords, codes);
    }

    /// <param name="places">The positions of the strings.</param>
    /// <param name="codes">Receives the entry indexes. May share memory with <paramref name="places"/>.</param>
    /// <param name="batch">Receives the entries.</param>
    private readonly void GatherValues(ReadOnlySpan<int> places, Span<int> codes, StringBatch batch)
    {
        if (places.IsEmpty)
        {
            return;
        }

        if (!HasEntries)
        {
            GatherStrings(places, batch);
        }
        else
        {
            GatherNumbers(places, codes);
            if (_entries <= MostEntriesPerRow * (long)places.Length)
            {
                ReadEntries(batch);
                return;
            }

            GatherEntries(codes, batch);
        }

        for (var i = 0; i < codes.Length; i++)
        {
            codes[i] = i;
        }
    }

    [SkipLocalsInit]
    private readonly void GatherNumbers(ReadOnlySpan<int> places, Span<int> codes)
    {
        Span<long> piece = stackalloc long[PieceValues];
        while (!places.IsEmpty)
        {
            var numbers = piece[..Math.Min(PieceValues, places.Length)];
            _rows.Gather(places[..numbers.Length], numbers);
            CheckNumbers(numbers);
            LaneKernel.Narrow<int>(numbers, codes);
            places = places[numbers.Length..];
            codes = codes[numbers.Length..];
        }
    }

    /// <summary>Reads the entries with the specified codes, in that order.</summary>
    private readonly void GatherEntries(ReadOnlySpan<int> numbers, StringBatch batch)
    {
        var bounds = ArrayPool<long>.Shared.Rent(2 * numbers.Length);
        for (var i = 0; i < numbers.Length; i++)
        {
            bounds[2 * i] = numbers[i] == 0 ? 0 : _entryEnds[numbers[i] - 1];
            bounds[(2 * i) + 1] = _entryEnds[numbers[i]];
        }

        Copy(bounds.AsSpan(0, 2 * numbers.Length), batch);
        ArrayPool<long>.Shared.Return(bounds);
    }

    /// <summary>Reads strings stored consecutively in row order: each starts at the end of the previous one.</summary>
    private readonly void GatherStrings(ReadOnlySpan<int> places, StringBatch batch)
    {
        var bounds = ArrayPool<long>.Shared.Rent(2 * places.Length);
        var pairs = ArrayPool<int>.Shared.Rent(2 * places.Length);
        for (var i = 0; i < places.Length; i++)
        {
            pairs[2 * i] = Math.Max(0, places[i] - 1);
            pairs[(2 * i) + 1] = places[i];
        }

        _rows.Gather(pairs.AsSpan(0, 2 * places.Length), bounds);
        for (var i = 0; i < places.Length; i++)
        {
            bounds[2 * i] = places[i] == 0 ? 0 : bounds[2 * i];
        }

        Copy(bounds.AsSpan(0, 2 * places.Length), batch);
        ArrayPool<int>.Shared.Return(pairs);
        ArrayPool<long>.Shared.Return(bounds);
    }

    /// <summary>Copies strings to the entries of a batch.</summary>
    /// <param name="bounds">The start and the end of each string.</param>
    /// <param name="batch">The batch to fill.</param>
    private readonly void Copy(ReadOnlySpan<long> bounds, StringBatch batch)
    {
        var ends = batch.StartEntries(bounds.Length / 2);
        var isPlain = HasEntries || _header.Encoding == ColumnEncoding.Plain;
        var most = isPlain ? _bytes.Length : MostCharacters;
        long length = 0;
        for (var i = 0; i < ends.Length; i++)
        {
            var (start, end) = (bounds[2 * i], bounds[(2 * i) + 1]);
            if (start < 0 || end < start || end > most || length + (end - start) > Array.MaxLength)
            {
                ThrowHelper.InvalidData($"a string within {most} characters", $"characters {start} to {end}");
            }

            length += end - start;
            ends[i] = (int)length;
        }

        var bytes = batch.StartBytes((int)length);
        var at = 0;
        for (var i = 0; i < ends.Length; i++)
        {
            var target = bytes[at..ends[i]];
            at = ends[i];
            if (isPlain)
            {
                _bytes.Slice((int)bounds[2 * i], target.Length).CopyTo(target);
            }
            else
            {
                ReadCharacters((int)bounds[2 * i], target);
            }
        }
    }
}
