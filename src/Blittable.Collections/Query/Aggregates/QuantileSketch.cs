namespace Blittable.Collections.Query.Aggregates;

/// <summary>Estimates quantiles of many numbers in little memory (a merging t-digest; Dunning, 2019). Exact for few numbers, and most accurate at both
/// ends.</summary>
internal sealed class QuantileSketch
{
    /// <summary>The approximate number of means.</summary>
    private const int Compression = 200;

    /// <summary>The maximum number of means and values before they are merged.</summary>
    private const int MostWaiting = 5 * Compression;

    /// <summary>The estimated bytes of a sketch without its values, and of a mean.</summary>
    private const int SketchBytes = 100, MeanBytes = 2 * sizeof(double);

    private readonly List<(double Mean, double Weight)> _waiting = [];
    private int _merged;
    private double _least = double.PositiveInfinity;
    private double _greatest = double.NegativeInfinity;

    /// <summary>Gets the estimated bytes.</summary>
    public long Bytes => SketchBytes + (MeanBytes * (long)_waiting.Capacity);

    public void Add(double value)
    {
        (_least, _greatest) = (Math.Min(_least, value), Math.Max(_greatest, value));
        _waiting.Add((value, 1));
        if (_waiting.Count >= MostWaiting)
        {
            Merge();
        }
    }

    public void Add(QuantileSketch other)
    {
        (_least, _greatest) = (Math.Min(_least, other._least), Math.Max(_greatest, other._greatest));
        _waiting.AddRange(other._waiting);
        Merge();
    }

    /// <summary>Returns the value at a fraction of the ordered values, or null if there are none.</summary>
    public double? Quantile(double fraction)
    {
        if (_waiting.Count == 0)
        {
            return null;
        }

        _waiting.Sort();
        var total = _waiting.Sum(mean => mean.Weight);
        var wanted = fraction * (total - 1);

        // A mean represents its values at the middle of their ranks. Between two middles, interpolate linearly.
        double before = 0, place = 0, value = _least;
        foreach (var (mean, weight) in _waiting)
        {
            var middle = before + ((weight - 1) / 2);
            if (middle >= wanted)
            {
                return middle == place || middle == wanted ? mean : value + ((mean - value) * (wanted - place) / (middle - place));
            }

            (before, place, value) = (before + weight, middle, mean);
        }

        return total - 1 == place ? value : value + ((_greatest - value) * (wanted - place) / (total - 1 - place));
    }

    /// <summary>Merges adjacent values into means, more of them the farther they are from both ends.</summary>
    private void Merge()
    {
        if (_waiting.Count < MostWaiting && _merged == 0)
        {
            return;
        }

        _waiting.Sort();
        var total = _waiting.Sum(mean => mean.Weight);
        var merged = new List<(double Mean, double Weight)>(2 * Compression);
        var (sum, held) = _waiting[0];
        double done = 0;
        foreach (var (mean, weight) in _waiting.Skip(1))
        {
            var share = (done + ((held + weight) / 2)) / total;
            if (held + weight <= Math.Max(1, 4 * total * share * (1 - share) / Compression))
            {
                sum += (mean - sum) * weight / (held + weight);
                held += weight;
                continue;
            }

            merged.Add((sum, held));
            done += held;
            (sum, held) = (mean, weight);
        }

        merged.Add((sum, held));
        _waiting.Clear();
        _waiting.AddRange(merged);
        _merged = merged.Count;
    }
}
