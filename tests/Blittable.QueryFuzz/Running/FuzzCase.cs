using System.Text.Json;
using Blittable.Collections;
using Blittable.QueryFuzz.Library;
using Blittable.QueryFuzz.Model;
using Blittable.QueryFuzz.Oracle;

namespace Blittable.QueryFuzz.Running;

/// <summary>A collection in all layouts that is queried.</summary>
internal sealed class FuzzCase : IDisposable
{
    private readonly Dictionary<CollectionLayout, CollectionReader> _readers = [];
    private readonly Dictionary<CollectionLayout, List<JsonElement>> _documents = [];
    private readonly List<JsonDocument> _parsed = [];
    private readonly Dictionary<List<JsonElement>, Answer> _expected = [];
    private QueryModel? _query;

    public FuzzCase(CollectionModel collection, params IEnumerable<CollectionLayout> layouts)
    {
        var documents = collection.Documents.ToDictionary(document => document.Key, document => JsonDocument.Parse(document.Value));
        _parsed.AddRange(documents.Values);
        foreach (var layout in layouts)
        {
            var reader = CollectionReader.Open(collection.Write(layout));
            var rows = new List<JsonElement>();
            reader.ForEach((_, document) => rows.Add(documents[document.GetProperty("id"u8).GetInt64()].RootElement));
            if (rows.Count != documents.Count)
            {
                throw new InvalidOperationException($"The collection has {rows.Count} documents instead of {documents.Count}.");
            }

            _readers.Add(layout, reader);
            _documents.Add(layout, _documents.Values.FirstOrDefault(known => known.SequenceEqual(rows)) ?? rows);
        }
    }

    /// <summary>Returns the documents in the order of a layout's rows.</summary>
    public List<JsonElement> Documents(CollectionLayout layout) => _documents[layout];

    /// <summary>Runs a query in a configuration.</summary>
    /// <returns>null if the library returns the expected answer; otherwise, both answers.</returns>
    public FuzzFailure? Ask(QueryModel query, Configuration configuration)
    {
        var expected = Expected(query, configuration.Layout);
        var found = LibraryQuery.Run(query, _readers[configuration.Layout], configuration);
        return found.Difference(expected) is not { } difference ? null : new(configuration, difference.Kind, difference.Text, expected, found);
    }

    /// <summary>Evaluates a query once for each order of the rows, which layouts with the same order share.</summary>
    private Answer Expected(QueryModel query, CollectionLayout layout)
    {
        if (!ReferenceEquals(query, _query))
        {
            _query = query;
            _expected.Clear();
        }

        var rows = _documents[layout];
        if (!_expected.TryGetValue(rows, out var expected))
        {
            _expected.Add(rows, expected = NaiveQuery.Run(query, rows));
        }

        return expected;
    }

    public void Dispose()
    {
        foreach (var reader in _readers.Values)
        {
            reader.Dispose();
        }

        foreach (var document in _parsed)
        {
            document.Dispose();
        }
    }
}
