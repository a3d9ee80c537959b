using System.Text.Json;
using Blittable.QueryFuzz.Generation;
using Blittable.QueryFuzz.Model;

namespace Blittable.QueryFuzz.Running;

/// <summary>Removes properties from the documents of a failing case.</summary>
internal static class DocumentShrinker
{
    private const int MostDocuments = 12;

    public static IEnumerable<CollectionModel> Smaller(CollectionModel collection)
    {
        var documents = collection.Commits.SelectMany(commit => commit.Added.Concat(commit.Updated)).ToList();
        var names = documents.SelectMany(document => Properties(document.Json).Select(property => property.Name)).Distinct().Where(name => name != "id").ToList();
        foreach (var name in names)
        {
            yield return Map(collection, document => Without(document, name));
        }

        if (documents.Count > MostDocuments)
        {
            yield break;
        }

        foreach (var document in documents)
        {
            foreach (var (name, _) in Properties(document.Json).Where(property => property.Name != "id"))
            {
                yield return Map(collection, other => ReferenceEquals(other, document) ? Without(other, name) : other);
            }
        }
    }

    private static CollectionModel Map(CollectionModel collection, Func<DocumentModel, DocumentModel> map) => collection with
    {
        Commits = Array.ConvertAll(collection.Commits, commit => commit with { Added = Array.ConvertAll(commit.Added, map.Invoke), Updated = Array.ConvertAll(commit.Updated, map.Invoke) }),
    };

    private static DocumentModel Without(DocumentModel document, string name) => document with
    {
        Json = $"{{{string.Join(',', Properties(document.Json).Where(property => property.Name != name).Select(property => $"{StringTexts.ToJson(property.Name)}:{property.Json}"))}}}",
    };

    private static List<(string Name, string Json)> Properties(string text)
    {
        using var json = JsonDocument.Parse(text);
        return [.. json.RootElement.EnumerateObject().Select(property => (property.Name, property.Value.GetRawText()))];
    }
}
