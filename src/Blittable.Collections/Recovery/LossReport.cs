using Blittable.Collections.Stripes;

namespace Blittable.Collections.Recovery;

/// <summary>Collects losses: one line for each kind of loss, with its rows.</summary>
internal sealed class LossReport
{
    private readonly List<string> _findings = [];
    private readonly Dictionary<string, (long First, long Last, long Count)> _rows = [];
    private readonly List<string> _order = [];
    private readonly SortedSet<string> _paths = new(StringComparer.Ordinal);

    /// <summary>Gets the findings about the file, followed by the findings about rows.</summary>
    public IReadOnlyList<string> Findings => [.. _findings, .. _order.Select(kind => Line(_rows[kind], kind))];

    public IReadOnlyList<string> LostPaths => [.. _paths];

    public void Add(string finding) => _findings.Add(finding);

    /// <summary>Adds consecutive rows with a common fault.</summary>
    public void Add(string kind, long first, long count = 1)
    {
        if (!_rows.TryGetValue(kind, out var rows))
        {
            _order.Add(kind);
            rows = (first, first, 0);
        }

        _rows[kind] = (Math.Min(rows.First, first), Math.Max(rows.Last, first + count - 1), rows.Count + count);
    }

    /// <summary>Adds a document with lost values.</summary>
    public void Add(long row, IReadOnlyList<LostValue> lost)
    {
        // A path can be lost in many array elements of one document.
        foreach (var (path, reason) in lost.Distinct())
        {
            _paths.Add(path);
            Add(path == "$" ? $"lost: {reason}" : $"without {path}: {reason}", row);
        }
    }

    private static string Line((long First, long Last, long Count) rows, string kind)
    {
        var documents = rows.Count == 1 ? "1 document" : $"{rows.Count} documents";
        return rows.First == rows.Last ? $"row {rows.First}: {documents} {kind}" : $"rows {rows.First} to {rows.Last}: {documents} {kind}";
    }
}
