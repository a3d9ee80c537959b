using System.Runtime.InteropServices;

namespace Blittable.Columns;

/// <content>The choice of an encoding and the body that it gives.</content>
public sealed partial class ColumnWriter<T>
{
    /// <summary>Values that are tried for a common unit before all are.</summary>
    private const int ScaleSample = 256;

    /// <summary>How a body is written; the scale and the inner encoding count only where the encoding is Scaled.</summary>
    private readonly record struct Plan(ColumnEncoding Encoding, ColumnEncoding Inner, ColumnScale Scale);

    private Plan MakePlan(ReadOnlySpan<T> dense)
    {
        var told = _options.Encoding;
        if (dense.IsEmpty)
        {
            return new Plan(ColumnEncoding.Plain, default, default);
        }

        if (!Lanes<T>.AreDirect)
        {
            var inner = told is ColumnEncoding.Scaled or ColumnEncoding.Alphabet ? ColumnEncoding.Auto : told;
            return PlanScaled(dense, inner, out _) ?? new Plan(ColumnEncoding.Plain, default, default);
        }

        if (told == ColumnEncoding.Scaled && Lanes<T>.CanScale)
        {
            return PlanScaled(dense, ColumnEncoding.Auto, out _) ?? new Plan(ColumnEncoding.Plain, default, default);
        }

        if (told is ColumnEncoding.Plain or ColumnEncoding.Scaled or ColumnEncoding.Alphabet)
        {
            return new Plan(Lanes<T>.CanBePlain ? ColumnEncoding.Plain : ColumnEncoding.BitPacked, default, default);
        }

        if (told != ColumnEncoding.Auto)
        {
            return new Plan(told, default, default);
        }

        var direct = new Plan(_integers.Choose(Direct(dense), Lanes<T>.ValueBytes, Lanes<T>.AreFloating, out var bits), default, default);
        return Lanes<T>.CanScale && PlanScaled(dense, ColumnEncoding.Auto, out var scaledBits) is { } scaled && scaledBits < 0.97 * bits ? scaled : direct;
    }

    /// <summary>A plan with a common unit, and the counts ready; null where the values have none.</summary>
    private Plan? PlanScaled(ReadOnlySpan<T> dense, ColumnEncoding inner, out double bits)
    {
        bits = 0;
        EnsureCapacity(ref _counts, dense.Length);
        var sample = dense[..Math.Min(ScaleSample, dense.Length)];
        if (!ColumnScale.TryFind(sample, _counts, out _) || !ColumnScale.TryFind(dense, _counts, out var scale))
        {
            return null;
        }

        var counts = _counts.AsSpan(0, dense.Length);
        var chosen = inner == ColumnEncoding.Auto ? _integers.Choose(counts, sizeof(long), isFloating: false, out bits) : inner;
        return new Plan(ColumnEncoding.Scaled, chosen, scale);
    }

    /// <returns>The encoding that was used: another one where the values turned out too many for a dictionary.</returns>
    private ColumnEncoding WriteBody(ReadOnlySpan<T> dense, Plan plan)
    {
        if (plan.Encoding == ColumnEncoding.Scaled)
        {
            var counts = _counts.AsSpan(0, dense.Length);
            var start = _output.Length;
            plan.Scale.Write(_output, plan.Inner);
            if (!_integers.TryEncode(counts, plan.Inner, sizeof(long), _output))
            {
                _output.Truncate(start);
                plan.Scale.Write(_output, ColumnEncoding.BitPacked);
                _integers.TryEncode(counts, ColumnEncoding.BitPacked, sizeof(long), _output);
            }

            return ColumnEncoding.Scaled;
        }

        if (plan.Encoding == ColumnEncoding.Plain)
        {
            _output.Write(MemoryMarshal.AsBytes(dense));
            return ColumnEncoding.Plain;
        }

        if (_integers.TryEncode(Direct(dense), plan.Encoding, Lanes<T>.ValueBytes, _output))
        {
            return plan.Encoding;
        }

        var next = Lanes<T>.AreFloating ? ColumnEncoding.Gorilla : ColumnEncoding.BitPacked;
        _integers.TryEncode(Direct(dense), next, Lanes<T>.ValueBytes, _output);
        return next;
    }
}
