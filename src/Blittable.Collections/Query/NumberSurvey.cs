using Blittable.Format;

namespace Blittable.Collections;

/// <summary>Goes over the chunks of a path's numbers for what they have in common.</summary>
internal sealed class NumberSurvey
{
    private readonly List<(int Scale, long Min, long Max)> _exact = [];
    private bool _hasDoubles;

    public bool IsEmpty => _exact.Count == 0 && !_hasDoubles;

    public void Add(ChunkInfo chunk)
    {
        if (chunk.Format is ChunkFormat.Int64 or ChunkFormat.Decimal)
        {
            _exact.Add((chunk.Scale, chunk.Min, chunk.Max));
        }

        _hasDoubles |= chunk.Format == ChunkFormat.Double;
    }

    /// <summary>The common shape: integers where all mantissas still fit 64 bits at the largest scale.</summary>
    public NumberShape ToShape(bool hasDocuments)
    {
        if (hasDocuments)
        {
            return new NumberShape(NumberShapeKind.Unknown, 0, 0, 0);
        }

        if (IsEmpty)
        {
            return default;
        }

        var scale = _exact.Count == 0 ? 0 : _exact.Max(chunk => chunk.Scale);
        long min = long.MaxValue, max = long.MinValue;
        foreach (var chunk in _exact)
        {
            var power = PowerOfTen.Int64(scale - chunk.Scale);
            if (_hasDoubles || power == 0 || !TryScale(chunk.Min, power, out var low) || !TryScale(chunk.Max, power, out var high))
            {
                return new NumberShape(NumberShapeKind.Double, 0, 0, 0);
            }

            min = Math.Min(min, low);
            max = Math.Max(max, high);
        }

        return _hasDoubles ? new NumberShape(NumberShapeKind.Double, 0, 0, 0) : new NumberShape(NumberShapeKind.Exact, scale, min, max);
    }

    private static bool TryScale(long value, long power, out long scaled)
    {
        var product = (Int128)value * power;
        scaled = unchecked((long)product);
        return scaled == product;
    }
}
