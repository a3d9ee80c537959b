using System.Runtime.InteropServices;

namespace Blittable.Columns;

/// <content>Encoding choice and body.</content>
public sealed partial class ColumnWriter<T>
{
    /// <summary>The number of values that are tried for a common unit before all values are tried.</summary>
    private const int ScaleSample = 256;

    /// <summary>Doubles that need fewer bits than this are not tried in other forms.</summary>
    private const double FewBits = 12;

    /// <summary>The relative size that a slower encoding must stay below to be chosen.</summary>
    private const double Worthwhile = 0.97;

    /// <summary>The relative size allowed for an encoding that replaces Gorilla, which is much slower to decode.</summary>
    private const double InsteadOfGorilla = 1.05;

    /// <summary>Describes how a body is written. Scale and inner encoding apply to Scaled and Decimal, lower bits to Split.</summary>
    private readonly record struct Plan(ColumnEncoding Encoding, ColumnEncoding Inner, ColumnScale Scale, int LowerBits = 0);

    private Plan MakePlan(ReadOnlySpan<T> dense)
    {
        var told = _options.Encoding;
        if (dense.IsEmpty)
        {
            return new Plan(ColumnEncoding.Plain, default, default);
        }

        if (!Lanes<T>.AreDirect)
        {
            var inner = told is ColumnEncoding.Scaled or ColumnEncoding.Alphabet or ColumnEncoding.Decimal or ColumnEncoding.Split ? ColumnEncoding.Auto : told;
            return PlanScaled(dense, inner, out _) ?? new Plan(ColumnEncoding.Plain, default, default);
        }

        if (told == ColumnEncoding.Scaled && Lanes<T>.CanScale)
        {
            return PlanScaled(dense, ColumnEncoding.Auto, out _) ?? new Plan(ColumnEncoding.Plain, default, default);
        }

        if (told is ColumnEncoding.Decimal or ColumnEncoding.Split && typeof(T) == typeof(double))
        {
            return PlanDoubles(MemoryMarshal.Cast<T, double>(dense), told, double.MaxValue) ?? new Plan(ColumnEncoding.Plain, default, default);
        }

        if (told is ColumnEncoding.Plain or ColumnEncoding.Scaled or ColumnEncoding.Alphabet or ColumnEncoding.Decimal or ColumnEncoding.Split)
        {
            return new Plan(Lanes<T>.CanBePlain ? ColumnEncoding.Plain : ColumnEncoding.BitPacked, default, default);
        }

        if (told != ColumnEncoding.Auto)
        {
            return new Plan(told, default, default);
        }

        var direct = new Plan(_integers.Choose(Direct(dense), Lanes<T>.ValueBytes, Lanes<T>.AreFloating, out var bits), default, default);
        if (Lanes<T>.CanScale && PlanScaled(dense, ColumnEncoding.Auto, out var scaledBits) is { } scaled && scaledBits < Worthwhile * bits)
        {
            (direct, bits) = (scaled, scaledBits);
        }

        if (typeof(T) != typeof(double) || bits < FewBits)
        {
            return direct;
        }

        var most = direct.Encoding == ColumnEncoding.Gorilla ? InsteadOfGorilla * bits : Worthwhile * bits;
        return PlanDoubles(MemoryMarshal.Cast<T, double>(dense), ColumnEncoding.Auto, most) ?? direct;
    }

    /// <summary>Plans the smaller encoding with exceptions, or the specified encoding. Returns null if it would exceed the maximum number of bits.</summary>
    private Plan? PlanDoubles(ReadOnlySpan<double> dense, ColumnEncoding told, double most)
    {
        Plan? plan = null;
        if (told != ColumnEncoding.Decimal && _splitter.ChooseLowerBits(dense, out var lowerBits) is var splitBits && splitBits < most)
        {
            (plan, most) = (new Plan(ColumnEncoding.Split, ColumnEncoding.BitPacked, default, lowerBits), splitBits);
        }

        EnsureCapacity(ref _parts, dense.Length);
        if (told != ColumnEncoding.Split && _splitter.TryCount(dense, _parts, out var places))
        {
            var inner = _integers.Choose(_parts.AsSpan(0, dense.Length), sizeof(long), isFloating: false, out var bits);
            if (bits + _splitter.ExceptionBits(dense.Length) < most)
            {
                (_counts, _parts) = (_parts, _counts);
                return new Plan(ColumnEncoding.Decimal, inner, new ColumnScale(places));
            }
        }

        return plan;
    }

    /// <summary>Plans a common unit and computes the counts. Returns null if the values have no common unit.</summary>
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

    /// <returns>The encoding used, which differs from the plan if there are too many distinct values for a dictionary.</returns>
    private ColumnEncoding WriteBody(ReadOnlySpan<T> dense, Plan plan)
    {
        if (plan.Encoding is ColumnEncoding.Scaled or ColumnEncoding.Decimal)
        {
            var start = _output.Length;
            if (!TryWriteCounts(dense.Length, plan, plan.Inner))
            {
                _output.Truncate(start);
                TryWriteCounts(dense.Length, plan, ColumnEncoding.BitPacked);
            }

            return plan.Encoding;
        }

        if (plan.Encoding == ColumnEncoding.Split)
        {
            WriteSplit(MemoryMarshal.Cast<T, double>(dense), plan.LowerBits);
            return ColumnEncoding.Split;
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

    private bool TryWriteCounts(int count, Plan plan, ColumnEncoding inner)
    {
        plan.Scale.Write(_output, inner);
        if (plan.Encoding == ColumnEncoding.Decimal)
        {
            ColumnExceptions.Write(_output, _splitter.Places, _splitter.Values);
        }

        return _integers.TryEncode(_counts.AsSpan(0, count), inner, sizeof(long), _output);
    }

    /// <remarks>
    /// <code>
    /// u8    bits of the lower parts
    /// u8    encoding of the upper parts; u32 length of their body in bytes
    /// ...   exceptions (<see cref="ColumnExceptions"/>)
    /// ...   upper parts, lower parts (BitPacked)
    /// </code>
    /// </remarks>
    private void WriteSplit(ReadOnlySpan<double> dense, int lowerBits)
    {
        EnsureCapacity(ref _counts, dense.Length);
        EnsureCapacity(ref _parts, dense.Length);
        var upper = _counts.AsSpan(0, dense.Length);
        var lower = _parts.AsSpan(0, dense.Length);
        _splitter.Split(dense, lowerBits, upper, lower);
        _output.WriteByte((byte)lowerBits);
        var head = _output.Length;
        _output.WriteByte(0);
        _output.WriteUInt32(0);
        ColumnExceptions.Write(_output, _splitter.Places, _splitter.Values);
        var start = _output.Length;
        var encoding = _integers.Choose(upper, sizeof(long), isFloating: false, out _);
        if (!_integers.TryEncode(upper, encoding, sizeof(long), _output))
        {
            _output.Truncate(start);
            encoding = ColumnEncoding.BitPacked;
            _integers.TryEncode(upper, encoding, sizeof(long), _output);
        }

        _output.Written[head] = (byte)encoding;
        System.Buffers.Binary.BinaryPrimitives.WriteInt32LittleEndian(_output.Written[(head + 1)..], _output.Length - start);
        _integers.TryEncode(lower, ColumnEncoding.BitPacked, sizeof(long), _output);
    }
}
