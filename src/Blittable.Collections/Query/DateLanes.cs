namespace Blittable.Collections;

/// <summary>Dates as counts of the path's unit.</summary>
internal sealed class DateLanes(PathPlan path) : ILanes<long>
{
    public ReadOnlySpan<long> Load(GroupCursor cursor, out ReadOnlySpan<ulong> validity)
    {
        var values = cursor.Values(path);
        validity = [];
        return values.MayHave(ColumnKind.Date) ? values.Dates(out validity) : default;
    }

    public QueryValue ToValue(long lane) => QueryValue.FromTimestamp(DateUnit.ToTimestamp(lane, path.DateUnit, 0));
}
