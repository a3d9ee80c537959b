namespace Blittable.Columns;

/// <summary>Splits doubles into integers that pack well and exceptions that do not: either as decimals, or as upper and lower bits.</summary>
/// <remarks>
/// <para>Based on ALP and ALP-RD (Afroozeh, Kuffó and Boncz, SIGMOD 2023). Unlike ALP, decimals are restored by one correctly rounded division instead of two
/// multiplications, which leaves fewer exceptions, and one power of ten applies to a whole chunk.</para>
/// <para>Reusable; not thread-safe.</para>
/// </remarks>
internal sealed class DoubleSplitter
{
    /// <summary>The number of values in the sample that decides how to split.</summary>
    private const int SampleValues = 512;

    /// <summary>2^32 divided by the golden ratio: its multiples spread evenly (D. E. Knuth, "The Art of Computer Programming", 6.4).</summary>
    private const uint Spread = 0x9E37_79B9;

    /// <summary>The distance from the middle of the sample, in multiples of its width, beyond which decimals are exceptions: they would widen their whole
    /// block.</summary>
    private const int FarOff = 16;

    /// <summary>If more than one in this many values is an exception, another form is better.</summary>
    private const int LeastShare = 5;

    /// <summary>The maximum number of upper bits: sign, exponent and four bits of the fraction.</summary>
    private const int MostUpperBits = 16;

    private const int LeastUpperBits = 6;

    /// <summary>The maximum number of upper parts in the dictionary.</summary>
    private const int MostUpperParts = 8;

    private readonly double[] _sample = new double[SampleValues];
    private readonly long[] _sampleCounts = new long[SampleValues];
    private readonly Dictionary<ulong, int> _upperParts = [];
    private long[] _places = [];
    private double[] _values = [];
    private int _exceptions;

    /// <summary>Gets the positions of the exceptions, in ascending order.</summary>
    public ReadOnlySpan<long> Places => _places.AsSpan(0, _exceptions);

    /// <summary>Gets the values of the exceptions.</summary>
    public ReadOnlySpan<double> Values => _values.AsSpan(0, _exceptions);

    /// <summary>Returns the approximate number of bits that exceptions add per value of a chunk.</summary>
    public double ExceptionBits(int values) => (double)_exceptions * (64 + ColumnExceptions.PlaceBits) / values;

    /// <summary>Converts values to decimals, with the number of places chosen from a sample.</summary>
    /// <param name="values">The values; at least one.</param>
    /// <param name="counts">Receives the values as multiples of a power of ten. Exceptions repeat the previous multiple.</param>
    /// <param name="places">The decimal places.</param>
    /// <returns>False if there are too many exceptions.</returns>
    public bool TryCount(ReadOnlySpan<double> values, Span<long> counts, out int places)
    {
        if (!TryChoosePlaces(values, out places, out var least, out var most))
        {
            return false;
        }

        Start(values.Length);
        var last = Math.Clamp(0, least, most);
        for (var i = 0; i < values.Length; i++)
        {
            if (ColumnScale.TryCount(values[i], places, out var count) && count >= least && count <= most)
            {
                last = count;
            }
            else
            {
                AddException(i, values[i]);
                if (_exceptions > values.Length / LeastShare)
                {
                    return false;
                }
            }

            counts[i] = last;
        }

        return true;
    }

    /// <summary>Chooses the best number of lower bits.</summary>
    /// <returns>The approximate number of bits per value.</returns>
    public double ChooseLowerBits(ReadOnlySpan<double> values, out int lowerBits)
    {
        var sample = Sample(values);
        lowerBits = 0;
        var best = double.MaxValue;
        for (var upper = LeastUpperBits; upper <= MostUpperBits; upper++)
        {
            CountUpperParts(sample, 64 - upper);
            var frequent = _upperParts.Values.OrderDescending().Take(MostUpperParts).ToArray();
            var exceptions = sample.Length - frequent.Sum();
            var bits = 64 - upper + Math.Max(0, Writing.RangeKernel.Width((ulong)(frequent.Length - 1)))
                + ((double)exceptions * (64 + ColumnExceptions.PlaceBits) / sample.Length);
            if (bits < best)
            {
                (best, lowerBits) = (bits, 64 - upper);
            }
        }

        return best;
    }

    /// <summary>Splits values into upper and lower bits. Values with rare upper bits are exceptions.</summary>
    /// <param name="values">The values.</param>
    /// <param name="lowerBits">The number of lower bits.</param>
    /// <param name="upper">Receives the upper parts. Exceptions repeat the previous upper part.</param>
    /// <param name="lower">Receives the lower parts.</param>
    public void Split(ReadOnlySpan<double> values, int lowerBits, Span<long> upper, Span<long> lower)
    {
        CountUpperParts(Sample(values), lowerBits);
        var frequent = _upperParts.OrderByDescending(part => part.Value).Take(MostUpperParts).Select(part => part.Key).ToArray();
        Start(values.Length);
        var mask = (1L << lowerBits) - 1;
        var last = (long)frequent[0];
        for (var i = 0; i < values.Length; i++)
        {
            var bits = BitConverter.DoubleToInt64Bits(values[i]);
            var part = (ulong)bits >> lowerBits;
            if (part == (ulong)last || frequent.AsSpan().Contains(part))
            {
                last = (long)part;
                lower[i] = bits & mask;
            }
            else
            {
                AddException(i, values[i]);
                lower[i] = 0;
            }

            upper[i] = last;
        }
    }

    private bool TryChoosePlaces(ReadOnlySpan<double> values, out int places, out long least, out long most)
    {
        var sample = Sample(values);
        var best = double.MaxValue;
        places = 0;
        least = most = 0;
        for (var candidate = 0; candidate <= ColumnScale.MostPlaces; candidate++)
        {
            var found = 0;
            foreach (var value in sample)
            {
                found += ColumnScale.TryCount(value, candidate, out _sampleCounts[found]) ? 1 : 0;
            }

            if (found < sample.Length - (sample.Length / LeastShare))
            {
                continue;
            }

            var counts = _sampleCounts.AsSpan(0, found);
            counts.Sort();
            var (low, high) = (counts[found / 20], counts[found - 1 - (found / 20)]);
            var width = Writing.RangeKernel.Width((ulong)(high - low));
            var bits = width + ((double)(sample.Length - found) * (64 + ColumnExceptions.PlaceBits) / sample.Length);
            if (bits < best)
            {
                (best, places) = (bits, candidate);
                var margin = (Int128)FarOff * (high - (Int128)low + 1);
                least = (long)Int128.Max(low - margin, long.MinValue);
                most = (long)Int128.Min(high + margin, long.MaxValue);
            }
        }

        return best != double.MaxValue;
    }

    /// <summary>Samples one random value from each part of the chunk. Equidistant values could all look alike if values alternate, as coordinates do.</summary>
    private ReadOnlySpan<double> Sample(ReadOnlySpan<double> values)
    {
        if (values.Length <= SampleValues)
        {
            return values;
        }

        for (var i = 0; i < SampleValues; i++)
        {
            var start = (int)((long)i * values.Length / SampleValues);
            var end = (int)((i + 1L) * values.Length / SampleValues);
            _sample[i] = values[start + (int)((uint)i * Spread % (uint)(end - start))];
        }

        return _sample;
    }

    private void CountUpperParts(ReadOnlySpan<double> sample, int lowerBits)
    {
        _upperParts.Clear();
        foreach (var value in sample)
        {
            var part = BitConverter.DoubleToUInt64Bits(value) >> lowerBits;
            _upperParts[part] = _upperParts.GetValueOrDefault(part) + 1;
        }
    }

    private void Start(int values)
    {
        _exceptions = 0;
        if (_places.Length < values)
        {
            (_places, _values) = (new long[values], new double[values]);
        }
    }

    private void AddException(int place, double value)
    {
        _places[_exceptions] = place;
        _values[_exceptions++] = value;
    }
}
