using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Blittable.Columns;

/// <content>Decoding, and expansion of dense values to rows with nulls.</content>
public ref partial struct ColumnReader<T>
{
    /// <summary>The number of values decoded at a time into a buffer on the stack: four blocks.</summary>
    private const int PieceValues = 4 * IntegerEncoder.BlockValues;

    [SkipLocalsInit]
    private readonly void Read(int start, Span<T> rows)
    {
        if (_header.Nulls == 0)
        {
            ReadValues(start, rows);
            return;
        }

        // Decode a piece of dense values, then move them to their rows.
        Span<T> dense = stackalloc T[PieceValues];
        Span<ulong> bits = stackalloc ulong[PieceValues / MaskKernel.WordRows];
        var first = MaskKernel.Count(_validity, start);
        while (!rows.IsEmpty)
        {
            var count = Math.Min(PieceValues, rows.Length);
            var words = bits[..MaskKernel.Words(count)];
            RowBits.Copy(_validity, start, count, words);
            var values = dense[..MaskKernel.Count(words)];
            ReadValues(first, values);
            MaskKernel.Expand<T>(values, words, rows[..count]);
            first += values.Length;
            start += count;
            rows = rows[count..];
        }
    }

    private readonly void ReadValues(int start, Span<T> values)
    {
        if (values.IsEmpty)
        {
            return;
        }

        if (!_plain.IsEmpty)
        {
            MemoryMarshal.Cast<byte, T>(_plain).Slice(start, values.Length).CopyTo(values);
        }
        else if (typeof(T) == typeof(double) && _lowerBits != 0)
        {
            ReadSplit(start, values);
        }
        else if (Unsafe.SizeOf<T>() == sizeof(long) && IsScaled)
        {
            ReadScaled(start, values);
        }
        else if (Unsafe.SizeOf<T>() == sizeof(long))
        {
            var lanes = MemoryMarshal.Cast<T, long>(values);
            _integers.Decode(start, lanes);
            if (typeof(T) == typeof(ulong))
            {
                LaneKernel.Narrow(lanes, values);
            }
        }
        else
        {
            ReadByPieces(start, values);
        }

        if (typeof(T) == typeof(double) && _exceptions.Count > 0)
        {
            _exceptions.Apply(start, MemoryMarshal.Cast<T, double>(values));
        }
    }

    [SkipLocalsInit]
    private readonly void ReadByPieces(int start, Span<T> values)
    {
        Span<long> lanes = stackalloc long[PieceValues];
        while (!values.IsEmpty)
        {
            // All pieces after the first start at a block boundary.
            var piece = lanes[..Math.Min(PieceValues - (start % IntegerEncoder.BlockValues), values.Length)];
            _integers.Decode(start, piece);
            if (IsScaled)
            {
                _scale.Restore(piece, values);
            }
            else
            {
                LaneKernel.Narrow<T>(piece, values);
            }

            start += piece.Length;
            values = values[piece.Length..];
        }
    }
}
