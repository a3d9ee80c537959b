using System.Text.Json;
using Blittable.Collections;
using Blittable.QueryFuzz.Model;
using Blittable.QueryFuzz.Oracle;

namespace Blittable.QueryFuzz.Running;

/// <summary>Changes documents by a filter, deletes documents by another one before the changed ones are committed, and compares the remaining documents with the
/// expected ones.</summary>
internal static class ChangeCheck
{
    private static readonly CollectionAssignment _mark = CollectionAssignment.FromJson(BlittablePath.Parse("$.changed"), "true"u8);

    /// <summary>Runs the changes on a new copy of a collection.</summary>
    /// <returns>null if the remaining documents are the expected ones; otherwise, the difference.</returns>
    public static string? Difference(CollectionModel collection, CollectionLayout layout, FilterModel changed, FilterModel deleted)
    {
        var documents = collection.Documents.ToDictionary(document => document.Key, document => JsonDocument.Parse(document.Value));
        try
        {
            var (changes, deletions) = (Passing(changed).ToHashSet(), Passing(deleted).ToHashSet());
            var expected = documents.Keys.Where(id => !deletions.Contains(id)).Order().Select(id => (Id: id, IsChanged: changes.Contains(id))).ToList();
            var stream = collection.Write(layout);
            long changeCount, deletionCount;
            using (var writer = CollectionWriter.Append(stream, leaveOpen: true))
            {
                changeCount = writer.UpdateWhere(changed.ToLibrary(), [_mark]);
                deletionCount = writer.DeleteWhere(deleted.ToLibrary());
                writer.Commit();
            }

            using var reader = CollectionReader.Open(stream);
            var found = new List<(long Id, bool IsChanged)>();
            reader.ForEach((_, document) => found.Add((document.GetProperty("id"u8).GetInt64(), document.TryGetProperty("changed"u8, out BlittableValue _))));
            found.Sort();
            return changeCount != changes.Count ? $"{changeCount} documents changed instead of {changes.Count}"
                : deletionCount != deletions.Count ? $"{deletionCount} documents deleted instead of {deletions.Count}"
                : !found.SequenceEqual(expected) ? $"{found.Except(expected).FirstOrDefault()} instead of {expected.Except(found).FirstOrDefault()}"
                : null;
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            return exception.ToString();
        }
        finally
        {
            foreach (var document in documents.Values)
            {
                document.Dispose();
            }
        }

        IEnumerable<long> Passing(FilterModel filter) => documents.Where(document => filter.Passes(new Row(document.Value.RootElement))).Select(document => document.Key);
    }
}
