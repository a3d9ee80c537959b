using System.Buffers;
using System.Runtime.CompilerServices;
using Blittable.Layout;

namespace Blittable.Columns;

/// <content>Chosen rows.</content>
public ref partial struct StringColumnReader
{
    /// <summary>With no more entries than this for a row, all are read: they stand together, and are not looked up one by one.</summary>
    private const int MostEntriesPerRow = 4;

    /// <summary>Reads chosen rows into a batch, whose former content is lost; row <i>i</i> of the batch is the <i>i</i>th of them.</summary>
    /// <param name="rows">The rows, from 0; fastest in rising order.</param>
    /// <param name="batch">The batch to fill; reusable.</param>
    /// <exception cref="ArgumentOutOfRangeException">There is no such row.</exception>
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

    /// <param name="places">Which of the strings.</param>
    /// <param name="codes">Takes their entries; may be the same memory.</param>
    /// <param name="batch">Takes the entries.</param>
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

    /// <summary>The entries of some numbers, one after another.</summary>
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

    /// <summary>Strings that stand one after another in the order of their rows: each starts where the one before it ends.</summary>
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

    /// <summary>Copies strings to the batch's entries.</summary>
    /// <param name="bounds">Where each starts and ends.</param>
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
                ThrowHelper.InvalidData($"a string within {most} characters", $"one from {start} to {end}");
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
