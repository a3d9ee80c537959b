using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Blittable.Layout;

namespace Blittable.Columns;

/// <content>Doubles stored in two parts or with exceptions.</content>
public ref partial struct ColumnReader<T>
{
    private const int LeastLowerBits = 48;
    private const int MostLowerBits = 58;

    /// <summary>The number of values decoded and scaled at a time, chosen to stay in the L1 cache.</summary>
    private const int ScaledPieceValues = 16 * IntegerEncoder.BlockValues;

    private static int TakeLowerBits(scoped ref ColumnBytes sections)
    {
        int bits = sections.TakeByte("the width of the lower bits");
        if (bits is < LeastLowerBits or > MostLowerBits)
        {
            ThrowHelper.InvalidData($"lower parts of {LeastLowerBits} to {MostLowerBits} bits", $"{bits} bits");
        }

        return bits;
    }

    private readonly void ReadScaled(int start, Span<T> values)
    {
        var lanes = MemoryMarshal.Cast<T, long>(values);
        for (var done = 0; done < lanes.Length;)
        {
            var count = Math.Min(ScaledPieceValues - ((start + done) % IntegerEncoder.BlockValues), lanes.Length - done);
            var piece = lanes.Slice(done, count);
            _integers.Decode(start + done, piece);
            _scale.Restore(piece, values.Slice(done, count));
            done += count;
        }
    }

    [SkipLocalsInit]
    private readonly void ReadSplit(int start, Span<T> values)
    {
        Span<long> upper = stackalloc long[PieceValues];
        var lanes = MemoryMarshal.Cast<T, long>(values);
        for (var done = 0; done < lanes.Length;)
        {
            var count = Math.Min(PieceValues - ((start + done) % IntegerEncoder.BlockValues), lanes.Length - done);
            _integers.Decode(start + done, lanes.Slice(done, count));
            _upper.Decode(start + done, upper[..count]);
            LaneKernel.Join(upper[..count], _lowerBits, lanes.Slice(done, count));
            done += count;
        }
    }

    [SkipLocalsInit]
    private readonly void GatherSplit(ReadOnlySpan<int> places, Span<long> lanes)
    {
        Span<long> upper = stackalloc long[PieceValues];
        for (var done = 0; done < places.Length;)
        {
            var count = Math.Min(PieceValues, places.Length - done);
            _integers.Gather(places.Slice(done, count), lanes.Slice(done, count));
            _upper.Gather(places.Slice(done, count), upper[..count]);
            LaneKernel.Join(upper[..count], _lowerBits, lanes.Slice(done, count));
            done += count;
        }
    }

    private readonly void PutExceptions(ReadOnlySpan<int> places, Span<T> values)
    {
        for (var i = 0; i < places.Length; i++)
        {
            if (_exceptions.TryGet(places[i], out var exception))
            {
                values[i] = Unsafe.BitCast<double, T>(exception);
            }
        }
    }
}
