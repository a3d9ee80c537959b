using Blittable.Collections.Stripes;
using Blittable.Layout;

namespace Blittable.Collections.Query.Values;

/// <summary>Collects the common properties of the number chunks at a path.</summary>
internal sealed class NumberChunkSurvey
{
    private readonly List<ChunkInfo> _mantissas = [];
    private bool _hasDoubles;

    /// <summary>Gets the text form of all numbers at the common scale, or null if they have several forms.</summary>
    public TextForm? CommonForm { get; private set; }

    private bool IsEmpty => _mantissas.Count == 0 && !_hasDoubles;

    public void Add(ChunkInfo chunk)
    {
        if (chunk.Format is ChunkFormat.Int64 or ChunkFormat.Decimal)
        {
            _mantissas.Add(chunk);
        }

        _hasDoubles |= chunk.Format == ChunkFormat.Double;
    }

    /// <summary>Finds the scale at which the mantissas of most numbers fit in 64 bits. Chunks that do not fit are odd: their numbers are read one by
    /// one.</summary>
    public NumberShape ToShape(bool hasDocuments)
    {
        CommonForm = null;
        if (IsEmpty && !hasDocuments)
        {
            return default;
        }

        if (hasDocuments || _mantissas.Count == 0)
        {
            return new NumberShape(NumberShapeKind.Unknown, 0, 0, 0, HasOdd: true);
        }

        NumberShape best = default;
        long most = 0;
        foreach (var scale in _mantissas.Select(chunk => chunk.Scale).Distinct())
        {
            var (shape, values) = At(scale);
            (best, most) = values > most ? (shape, values) : (best, most);
        }

        CommonForm = best.HasOdd ? null : FormAt(best.Scale);
        return best;
    }

    /// <summary>Converts the bounds of a chunk to a scale, if they fit in 64 bits.</summary>
    public static bool TryScale(ChunkInfo chunk, int scale, out long min, out long max)
    {
        (min, max) = (0, 0);
        return chunk.Format is ChunkFormat.Int64 or ChunkFormat.Decimal && chunk.Scale <= scale && PowerOfTen.Int64(scale - chunk.Scale) is var power
            && TryScale(chunk.Min, power, out min) && TryScale(chunk.Max, power, out max);
    }

    private (NumberShape Shape, long Values) At(int scale)
    {
        var (low, high, values, hasOdd) = (long.MaxValue, long.MinValue, 0L, _hasDoubles);
        foreach (var chunk in _mantissas)
        {
            if (!TryScale(chunk, scale, out var min, out var max))
            {
                hasOdd = true;
                continue;
            }

            (low, high, values) = (Math.Min(low, min), Math.Max(high, max), values + chunk.Values);
        }

        return (new NumberShape(NumberShapeKind.Exact, scale, low, high, hasOdd), values);
    }

    private TextForm? FormAt(int scale)
    {
        // Integers have no fraction, so none has trailing zeros.
        return _mantissas.TrueForAll(chunk => chunk.Scale == scale && chunk.Form == TextForm.Fixed) ? TextForm.Fixed
            : _mantissas.TrueForAll(chunk => chunk.Scale == 0 || chunk.Form == TextForm.Trimmed) ? TextForm.Trimmed
            : _mantissas.TrueForAll(chunk => chunk.Scale > 0 && chunk.Form == TextForm.TrimmedToOne) ? TextForm.TrimmedToOne
            : null;
    }

    private static bool TryScale(long value, long power, out long scaled)
    {
        var product = (Int128)value * power;
        scaled = unchecked((long)product);
        return scaled == product;
    }
}
