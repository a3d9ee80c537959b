using System.Globalization;
using System.Text;

namespace Blittable.Benchmarks.Collections;

/// <summary>Groups by a short string with few distinct values, for which linear search is fastest.</summary>
internal sealed class JsonGroups
{
    private readonly List<(byte[] Key, JsonGroup Group)> _groups = [];

    public IEnumerable<(string Key, JsonGroup Group)> All => _groups.Select(group => (Encoding.UTF8.GetString(group.Key), group.Group));

    public JsonGroup Get(ReadOnlySpan<byte> key)
    {
        foreach (var (known, group) in _groups)
        {
            if (key.SequenceEqual(known))
            {
                return group;
            }
        }

        _groups.Add((key.ToArray(), new JsonGroup()));
        return _groups[^1].Group;
    }

    /// <summary>Returns a row for each group.</summary>
    /// <param name="values">The columns after the key.</param>
    /// <param name="order">Orders the rows; null if their order is unspecified.</param>
    /// <param name="areDays">true if the keys are days; otherwise, false.</param>
    public EventRows ToRows(
        Func<JsonGroup, object?[]> values, Func<IEnumerable<(string Key, JsonGroup Group)>, IEnumerable<(string Key, JsonGroup Group)>>? order = null, bool areDays = false) =>
        new((order is null ? All : order(All)).Select(group => (object?[])
            [areDays ? DateOnly.Parse(group.Key, CultureInfo.InvariantCulture) : group.Key, .. values(group.Group)]));
}
