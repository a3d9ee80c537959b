using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Columns;

/// <content>Chosen rows.</content>
public ref partial struct ColumnReader<T>
{
    /// <summary>Reads chosen rows; one that is null becomes the type's default. A block of 128 values is decoded once for neighbouring rows.</summary>
    /// <param name="rows">The rows, from 0; fastest in rising order.</param>
    /// <param name="values">Room for as many values.</param>
    /// <exception cref="ArgumentOutOfRangeException">There is no such row.</exception>
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

    /// <summary>Reads lanes and makes values of them, which may be the same memory where values are 8 bytes.</summary>
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
