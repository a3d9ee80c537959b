using Blittable.Collections.Query.Rows;
using Blittable.Collections.Stripes;

namespace Blittable.Collections.Query.Aggregates;

/// <summary>Provides numbers as mantissas of a common scale.</summary>
internal sealed class NumberLanes(IReadOnlyList<PathPlan> paths, int scale) : ILanes<long>
{
    private readonly NumberSource _source = new(paths);

    public bool HasTexts => paths.Count == 1 && paths[0].NumberForm is null;

    public ReadOnlySpan<long> Load(GroupCursor cursor, out ReadOnlySpan<ulong> validity)
    {
        var numbers = _source.Load(cursor);
        validity = numbers.HasNulls ? numbers.Validity : [];
        return numbers.Mantissas;
    }

    public QueryValue ToValue(long lane) =>
        QueryValue.FromMantissa(lane, scale, paths.Count > 1 ? TextForm.Trimmed : paths[0].NumberForm ?? TextForm.Fixed);

    public QueryValue At(GroupCursor cursor, int row) => cursor.Values(paths[0])[row];
}
