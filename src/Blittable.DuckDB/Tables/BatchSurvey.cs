using Blittable.Collections;
using Blittable.Collections.Stripes;

namespace Blittable.DuckDB.Tables;

/// <summary>
/// Determines the types of properties with objects and arrays from the batches of a scan. Values are observed in stored columns, and only those that no column
/// has in documents. Not thread-safe.
/// </summary>
internal sealed class BatchSurvey
{
    /// <summary>The number of a node that is not at or below one of the properties.</summary>
    private const int None = -1;

    private readonly (string Name, BlittableName Property, NestedSurvey Survey)[] _properties;
    private readonly VisitLimit _limit;
    private readonly StoredSurvey _columns = new();

    /// <summary>For each property, true if it is read from all documents of the batch.</summary>
    private readonly bool[] _isInDocuments;

    /// <summary>For each property, the other rows of the batch in whose documents it is read, in ascending order. A flag for each row and property would need
    /// more memory than the documents, and most properties have no such rows.</summary>
    private readonly List<int>[] _residualRows;

    /// <summary>True for each row of the batch in whose document all properties are read.</summary>
    private bool[] _isWhole = [];
    private bool[] _marks = [];
    private int[] _rows = [];

    /// <summary>The number of the property of each node of the current stripe.</summary>
    private int[] _propertyOfNode = [];
    private Stripe? _stripe;

    /// <summary>Prepares the survey.</summary>
    /// <param name="names">The names of the properties.</param>
    /// <param name="maxValues">The maximum number of values in a document.</param>
    public BatchSurvey(IEnumerable<string> names, long maxValues)
    {
        _limit = new VisitLimit(maxValues);
        _properties = [.. names.Select(name => (name, new BlittableName(name), new NestedSurvey(_limit)))];
        _isInDocuments = new bool[_properties.Length];
        _residualRows = [.. _properties.Select(_ => new List<int>())];
    }

    /// <summary>Gets a value that indicates whether there are no properties.</summary>
    public bool IsEmpty => _properties.Length == 0;

    /// <summary>Gets the survey of each property.</summary>
    public Dictionary<string, NestedSurvey> Surveys => _properties.ToDictionary(property => property.Name, property => property.Survey);

    /// <summary>Gets the number of documents that were read.</summary>
    public long DocumentCount { get; private set; }

    /// <summary>Observes the rows of a batch.</summary>
    /// <exception cref="BlittableException">A block is damaged, or a document has more values than the limit.</exception>
    public void Observe(ScanBatch batch)
    {
        var (stripe, group) = (batch.Stripe, batch.Group);
        var rows = batch.GroupRows;
        if (_isWhole.Length < rows.Length)
        {
            (_isWhole, _marks) = (new bool[rows.Length], new bool[rows.Length]);
        }

        _isWhole.AsSpan(0, rows.Length).Fill(stripe.AreDocumentsKept);
        _isInDocuments.AsSpan().Clear();
        Array.ForEach(_residualRows, residuals => residuals.Clear());
        if (!stripe.AreDocumentsKept)
        {
            MoveTo(stripe);
            stripe.ForEachResidual(group, rows, MarkResidual);
            for (var property = 0; property < _properties.Length; property++)
            {
                ObserveColumns(property, group, rows);
            }
        }

        ObserveDocuments(stripe, group, rows);
    }

    private void MoveTo(Stripe stripe)
    {
        if (_stripe == stripe)
        {
            return;
        }

        _stripe = stripe;
        var nodes = stripe.Directory.Nodes;
        _propertyOfNode = new int[nodes.Count];
        foreach (var node in nodes)
        {
            // Parents precede their children.
            _propertyOfNode[node.Number] = node.Parent is not { } parent ? None
                : parent.Parent is not null ? _propertyOfNode[parent.Number]
                : Array.FindIndex(_properties, property => property.Property.Utf8.SequenceEqual(node.Name));
        }
    }

    private void MarkResidual(int row, int node)
    {
        if (node == 0)
        {
            _isWhole[row] = true;
        }
        else if (_propertyOfNode[node] is var property and not None && _residualRows[property] is var rows && (rows.Count == 0 || rows[^1] != row))
        {
            rows.Add(row);
        }
    }

    private void ObserveColumns(int property, int group, ReadOnlySpan<int> rows)
    {
        if (_stripe!.Directory.Nodes[0].Find(_properties[property].Property.Utf8) is not { } node)
        {
            return;
        }

        var survey = _properties[property].Survey;
        var inDocuments = _marks.AsSpan(0, rows.Length);
        _isWhole.AsSpan(0, rows.Length).CopyTo(inDocuments);
        foreach (var row in _residualRows[property])
        {
            inDocuments[row] = true;
        }

        var areSome = inDocuments.Contains(true);

        // The fields of a struct are in the order of their first occurrence. Observing columns before documents would change the order of new fields.
        if (!StoredSurvey.IsWithinLimit(node, group) || (areSome && StoredSurvey.MayAddFields(survey, node)))
        {
            _isInDocuments[property] = true;
        }
        else
        {
            _columns.Observe(survey, node, group, areSome ? Select(rows, inDocuments, false) : rows);
        }
    }

    private void ObserveDocuments(Stripe stripe, int group, ReadOnlySpan<int> rows)
    {
        var areNeeded = _isWhole.AsSpan(0, rows.Length).ToArray();
        foreach (var residualRow in _residualRows.SelectMany(residuals => residuals))
        {
            areNeeded[residualRow] = true;
        }

        if (_isInDocuments.AsSpan().Contains(true))
        {
            areNeeded.AsSpan().Fill(true);
        }

        if (!areNeeded.AsSpan().Contains(true))
        {
            return;
        }

        var row = 0;
        var next = new int[_properties.Length];
        stripe.ReadRows(group, Select(rows, areNeeded, true), (_, bytes) =>
        {
            while (!areNeeded[row])
            {
                row++;
            }

            DocumentCount++;
            _limit.Begin();
            var document = stripe.Open(bytes);
            for (var property = 0; property < _properties.Length; property++)
            {
                // Each row with a residual value is visited, so the next such row of the property is this one or a later one.
                var residuals = _residualRows[property];
                var isResidual = next[property] < residuals.Count && residuals[next[property]] == row;
                next[property] += isResidual ? 1 : 0;
                if ((isResidual || _isInDocuments[property] || _isWhole[row]) && document.TryGetProperty(_properties[property].Property, out var value))
                {
                    _properties[property].Survey.Observe(value);
                }
            }

            row++;
        });
    }

    /// <summary>Returns the rows with a mark, valid until the next call.</summary>
    private ReadOnlySpan<int> Select(ReadOnlySpan<int> rows, ReadOnlySpan<bool> marks, bool mark)
    {
        _rows = _rows.Length < rows.Length ? new int[rows.Length] : _rows;
        var count = 0;
        for (var i = 0; i < rows.Length; i++)
        {
            if (marks[i] == mark)
            {
                _rows[count++] = rows[i];
            }
        }

        return _rows.AsSpan(0, count);
    }
}
