using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;
using Blittable.Collections.Stripes;

namespace Blittable.Collections.Query.Aggregates;

/// <summary>Provides dates as counts of the path's unit.</summary>
internal sealed class DateLanes(PathPlan path) : ILanes<long>
{
    public bool HasTexts => path.DateForm is null;

    public ReadOnlySpan<long> Load(GroupCursor cursor, out ReadOnlySpan<ulong> validity)
    {
        var values = cursor.Values(path);
        validity = [];
        return values.MayHave(ColumnKind.Date) ? values.Dates(out validity) : default;
    }

    public QueryValue ToValue(long lane) => DateCount.ToValue(lane, path.DateUnit, path.DateForm ?? 0);

    public QueryValue At(GroupCursor cursor, int row) => cursor.Values(path)[row];
}
