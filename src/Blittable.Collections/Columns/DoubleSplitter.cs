namespace Blittable.Columns;

/// <summary>Takes doubles apart into integers that pack well and exceptions that do not fit: as decimals, or as upper and lower bits.</summary>
/// <remarks>
/// <para>The ideas are those of ALP and ALP-RD (Afroozeh, Kuffó and Boncz, SIGMOD 2023). Decimals are brought back by one correctly rounded division instead
/// of two multiplications, so that fewer of them are exceptions, and one power of ten serves a whole chunk.</para>
/// <para>Reusable; not thread-safe.</para>
/// </remarks>
internal sealed class DoubleSplitter
{
    /// <summary>Values that decide how the others are taken apart.</summary>
    private const int SampleValues = 512;

    /// <summary>2^32 over the golden ratio: its multiples spread evenly (D. E. Knuth, "The Art of Computer Programming", 6.4).</summary>
    private const uint Spread = 0x9E37_79B9;

    /// <summary>Decimals further from the middle of the sample than so many times its width are exceptions: they would widen their whole block.</summary>
    private const int FarOff = 16;

    /// <summary>Where more of the values than one in so many are exceptions, another form suits them.</summary>
    private const int LeastShare = 5;

    /// <summary>The upper bits: sign, exponent and at most four of the fraction.</summary>
    private const int MostUpperBits = 16;

    private const int LeastUpperBits = 6;

    /// <summary>Upper parts that are worth a number in the dictionary.</summary>
    private const int MostUpperParts = 8;

    private readonly double[] _sample = new double[SampleValues];
    private readonly long[] _sampleCounts = new long[SampleValues];
    private readonly Dictionary<ulong, int> _upperParts = [];
    private long[] _places = [];
    private double[] _values = [];
    private int _exceptions;

    /// <summary>The places of what does not fit, rising.</summary>
    public ReadOnlySpan<long> Places => _places.AsSpan(0, _exceptions);

    /// <summary>What does not fit.</summary>
    public ReadOnlySpan<double> Values => _values.AsSpan(0, _exceptions);

    /// <summary>About the bits that exceptions take for each value of a chunk.</summary>
    public double ExceptionBits(int values) => (double)_exceptions * (64 + ColumnExceptions.PlaceBits) / values;

    /// <summary>Makes decimals of as many values as the sample says.</summary>
    /// <param name="values">The values, one at least.</param>
    /// <param name="counts">Takes the values as multiples of a power of ten; exceptions have the multiple before them.</param>
    /// <param name="places">The decimal places.</param>
    /// <returns>False where too few are decimals.</returns>
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

    /// <summary>Finds how many bits the lower part has at best.</summary>
    /// <returns>About the bits a value takes then.</returns>
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

    /// <summary>Takes values apart; those whose upper part is rare are exceptions.</summary>
    /// <param name="values">The values.</param>
    /// <param name="lowerBits">The bits of the lower part.</param>
    /// <param name="upper">Takes the upper parts; exceptions have that of the value before them.</param>
    /// <param name="lower">Takes the lower parts.</param>
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

    /// <summary>A value at random of each part of the chunk: at equal distances values that alternate, as coordinates do, would look alike.</summary>
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
