using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Columns;

/// <content>Reading selected rows.</content>
public ref partial struct ColumnReader<T>
{
    /// <summary>Reads the specified rows. Null rows become the default value. A block of 128 values is decoded once for adjacent rows.</summary>
    /// <param name="rows">The zero-based rows. Ascending order is fastest.</param>
    /// <param name="values">Receives one value for each row.</param>
    /// <exception cref="ArgumentOutOfRangeException">A row does not exist.</exception>
    [SkipLocalsInit]
    internal readonly void Gather(ReadOnlySpan<int> rows, Span<T> values)
    {
        RowBits.Check(rows, _header.Rows);
        values = values[..rows.Length];
        if (_header.Nulls == 0)
        {
            GatherValues(rows, values);
            return;
        }

        Span<T> dense = stackalloc T[PieceValues];
        Span<int> places = stackalloc int[PieceValues];
        Span<ulong> validity = stackalloc ulong[PieceValues / MaskKernel.WordRows];
        while (!rows.IsEmpty)
        {
            var count = Math.Min(PieceValues, rows.Length);
            var words = validity[..MaskKernel.Words(count)];
            var found = RowBits.Places(_validity, rows[..count], words, places);
            GatherValues(places[..found], dense);
            MaskKernel.Expand<T>(dense[..found], words, values[..count]);
            rows = rows[count..];
            values = values[count..];
        }
    }

    private readonly void GatherValues(ReadOnlySpan<int> places, Span<T> values)
    {
        if (!_plain.IsEmpty)
        {
            var plain = MemoryMarshal.Cast<byte, T>(_plain);
            for (var i = 0; i < places.Length; i++)
            {
                values[i] = plain[places[i]];
            }
        }
        else if (Unsafe.SizeOf<T>() == sizeof(long))
        {
            FromLanes(places, MemoryMarshal.Cast<T, long>(values), values);
        }
        else
        {
            GatherByPieces(places, values);
        }
    }

    [SkipLocalsInit]
    private readonly void GatherByPieces(ReadOnlySpan<int> places, Span<T> values)
    {
        Span<long> lanes = stackalloc long[PieceValues];
        while (!places.IsEmpty)
        {
            var count = Math.Min(PieceValues, places.Length);
            FromLanes(places[..count], lanes, values);
            places = places[count..];
            values = values[count..];
        }
    }

    /// <summary>Reads lanes and converts them to values. Both spans may share memory if values have 8 bytes.</summary>
    private readonly void FromLanes(ReadOnlySpan<int> places, Span<long> lanes, Span<T> values)
    {
        lanes = lanes[..places.Length];
        if (typeof(T) == typeof(double) && _lowerBits != 0)
        {
            GatherSplit(places, lanes);
        }
        else
        {
            _integers.Gather(places, lanes);
        }

        if (IsScaled)
        {
            _scale.Restore(lanes, values);
        }
        else if (Unsafe.SizeOf<T>() != sizeof(long) || typeof(T) == typeof(ulong))
        {
            LaneKernel.Narrow(lanes, values);
        }

        if (typeof(T) == typeof(double) && _exceptions.Count > 0)
        {
            PutExceptions(places, values);
        }
    }
}
