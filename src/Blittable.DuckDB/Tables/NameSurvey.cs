using System.Text;
using Blittable.Collections;
using Blittable.Collections.Stripes;

namespace Blittable.DuckDB.Tables;

/// <summary>Finds the names of the top-level properties, in the order of their first occurrence. Not thread-safe.</summary>
internal sealed class NameSurvey
{
    /// <summary>The number of names from which names without a stored column are left out. They are probably data, such as user ids.</summary>
    private const int MostNames = 2_000;

    /// <summary>The row of a name that does not occur.</summary>
    private const int None = -1;

    private readonly HashSet<string> _seen = [];
    private readonly List<string> _names = [];

    /// <summary>The names found in the current batch, with the row and the place in the object of their first occurrence.</summary>
    private readonly Dictionary<string, (int Row, int Place)> _found = [];
    private NodeState[] _states = [];

    /// <summary>Gets the names.</summary>
    public IReadOnlyList<string> Names => _names;

    /// <summary>Gets the names of properties that are known to contain objects or arrays, or whose values are not stored in columns.</summary>
    public HashSet<string> Nested { get; } = [];

    /// <summary>Finds the names of a collection.</summary>
    /// <exception cref="BlittableException">The collection is damaged.</exception>
    public static NameSurvey Of(CollectionReader reader)
    {
        var survey = new NameSurvey();
        foreach (var batch in reader.Scan().Select((string[])[]))
        {
            survey.Observe(batch);
        }

        return survey;
    }

    private void Observe(ScanBatch batch)
    {
        var (stripe, group) = (batch.Stripe, batch.Group);
        var rows = batch.GroupRows;
        if (stripe.AreDocumentsKept)
        {
            ReadDocuments(stripe, group, rows);
        }
        else
        {
            ReadPaths(stripe, group, rows);
        }

        foreach (var (name, _) in _found.OrderBy(found => found.Value))
        {
            _seen.Add(name);
            _names.Add(name);
        }

        _found.Clear();
    }

    /// <summary>Finds names by the paths of a stripe. Only documents with a property that no path describes are read.</summary>
    private void ReadPaths(Stripe stripe, int group, ReadOnlySpan<int> rows)
    {
        var root = stripe.Directory.Nodes[0];
        var isIncomplete = root.IsOpen || root.IsResidual;
        var isResidual = isIncomplete;
        for (var place = 0; place < root.Children.Count; place++)
        {
            var child = root.Children[place];
            var name = Encoding.UTF8.GetString(child.Name);
            if (child.Children.Count > 0 || child.Element is not null)
            {
                Nested.Add(name);
            }

            if (_seen.Contains(name))
            {
                continue;
            }

            if (child.IsResidual)
            {
                isResidual = true;
            }
            else if (FirstRow(child, group, rows) is { } row)
            {
                Add(row, place, name, isNested: false);
            }
        }

        if (isResidual)
        {
            ReadResiduals(stripe, group, rows, isIncomplete);
        }
    }

    /// <summary>Finds names whose values are not stored in columns.</summary>
    private void ReadResiduals(Stripe stripe, int group, ReadOnlySpan<int> rows, bool isIncomplete)
    {
        Dictionary<int, int> firstRows = [];
        SortedSet<int> whole = [];
        var inGroup = rows.ToArray();
        stripe.ForEachResidual(group, rows, (index, node) =>
        {
            if (node == 0)
            {
                whole.Add(inGroup[index]);
            }
            else
            {
                firstRows.TryAdd(node, inGroup[index]);
            }
        });
        var root = stripe.Directory.Nodes[0];
        for (var place = 0; place < root.Children.Count; place++)
        {
            // Documents that are stored whole because of their order have such values too.
            var child = root.Children[place];
            var row = firstRows.GetValueOrDefault(child.Number, whole.Count > 0 && !isIncomplete ? whole.Min : None);
            if (child.IsResidual && row != None && HasRoom)
            {
                Add(row, place, Encoding.UTF8.GetString(child.Name), isNested: true);
            }
        }

        if (isIncomplete)
        {
            ReadDocuments(stripe, group, [.. whole]);
        }
    }

    /// <summary>Returns the first row with a value, or null if there is none.</summary>
    private int? FirstRow(StripeNode node, int group, ReadOnlySpan<int> rows)
    {
        if (node.TryGetConstantState(group, out var constant))
        {
            return constant == NodeState.Missing ? null : rows[0];
        }

        var spaceRows = node.SpaceRows(group);
        _states = _states.Length < spaceRows ? new NodeState[spaceRows] : _states;
        node.ReadStates(group, _states.AsSpan(0, spaceRows));
        for (var i = 0; i < rows.Length; i++)
        {
            if (_states[rows[i]] != NodeState.Missing)
            {
                return rows[i];
            }
        }

        return null;
    }

    private void ReadDocuments(Stripe stripe, int group, ReadOnlySpan<int> rows)
    {
        if (rows.IsEmpty)
        {
            return;
        }

        stripe.ReadRows(group, rows, (row, bytes) =>
        {
            var document = stripe.Open(bytes);
            if (document.Kind != BlittableValueKind.Object)
            {
                return;
            }

            var place = 0;
            foreach (var property in document.EnumerateObject())
            {
                var name = Encoding.UTF8.GetString(property.NameUtf8);
                if (_seen.Contains(name) || stripe.AreDocumentsKept || HasRoom)
                {
                    Add(row, place, name, property.Value.Kind is BlittableValueKind.Object or BlittableValueKind.Array or BlittableValueKind.Binary);
                }

                place++;
            }
        });
    }

    private bool HasRoom => _names.Count + _found.Count < MostNames;

    private void Add(int row, int place, string name, bool isNested)
    {
        if (isNested)
        {
            Nested.Add(name);
        }

        if (!_seen.Contains(name) && (!_found.TryGetValue(name, out var first) || (row, place).CompareTo(first) < 0))
        {
            _found[name] = (row, place);
        }
    }
}
