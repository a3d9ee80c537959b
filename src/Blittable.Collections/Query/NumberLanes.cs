namespace Blittable.Collections;

/// <summary>Mantissas of one scale.</summary>
internal sealed class NumberLanes(IReadOnlyList<PathPlan> paths, int scale) : ILanes<long>
{
    private readonly NumberSource _source = new(paths);

    public ReadOnlySpan<long> Load(GroupCursor cursor, out ReadOnlySpan<ulong> validity)
    {
        var numbers = _source.Load(cursor);
        validity = numbers.HasNulls ? numbers.Validity : [];
        return numbers.Mantissas;
    }

    public QueryValue ToValue(long lane) => QueryValue.FromScaled(lane, scale);
}
