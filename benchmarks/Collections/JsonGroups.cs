namespace Blittable.Benchmarks.Collections;

/// <summary>Groups by a short text of which there are few: a search from the first to the last is the fastest way.</summary>
internal sealed class JsonGroups
{
    private readonly List<(byte[] Key, JsonGroup Group)> _groups = [];

    public IEnumerable<JsonGroup> All => _groups.Select(group => group.Group);

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
}
