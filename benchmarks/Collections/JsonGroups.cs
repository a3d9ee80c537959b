using System.Globalization;
using System.Text;

namespace Blittable.Benchmarks.Collections;

/// <summary>Groups by a short text of which there are few: a search from the first to the last is the fastest way.</summary>
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
    /// <param name="values">What follows the key.</param>
    /// <param name="order">The order of the rows; none if they may come in any.</param>
    /// <param name="areDays">Whether the keys are days.</param>
    public EventRows ToRows(
        Func<JsonGroup, object?[]> values, Func<IEnumerable<(string Key, JsonGroup Group)>, IEnumerable<(string Key, JsonGroup Group)>>? order = null, bool areDays = false) =>
        new((order is null ? All : order(All)).Select(group => (object?[])
            [areDays ? DateOnly.Parse(group.Key, CultureInfo.InvariantCulture) : group.Key, .. values(group.Group)]));
}
