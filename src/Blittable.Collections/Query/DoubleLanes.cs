namespace Blittable.Collections;

/// <summary>Doubles.</summary>
internal sealed class DoubleLanes(IReadOnlyList<PathPlan> paths) : ILanes<double>
{
    private readonly NumberSource _source = new(paths);

    public ReadOnlySpan<double> Load(GroupCursor cursor, out ReadOnlySpan<ulong> validity)
    {
        var numbers = _source.LoadDoubles(cursor);
        validity = numbers.HasNulls ? numbers.Validity : [];
        return numbers.Doubles;
    }

    public QueryValue ToValue(double lane) => QueryValue.FromDouble(lane);
}
