using System.Text;
using Blittable.Collections;

namespace Blittable.Crash.Workloads;

/// <summary>Changes of a collection that depend on a seed and on the number of the commit only, so that another process knows what each commit holds.</summary>
/// <remarks>Each commit also updates a document of its own number, by which a reader learns which commit it sees.</remarks>
internal sealed class Workload(int seed)
{
    private const long Marker = -1;

    /// <summary>Small stripes, so that commits fill, merge and replace them; all layouts, with and without an index, a compression and an order.</summary>
    public CollectionOptions Options { get; } = new()
    {
        Layout = (CollectionLayout)(1 + (seed % 3)),
        StripeRows = seed % 2 == 0 ? 64 : 1000,
        ChunkRows = 16,
        Key = "$.id",
        Indexes = seed % 4 < 2 ? [] : ["$.kind"],
        Columns = 1 + (seed % 3) == (int)CollectionLayout.Hybrid ? ["$.price"] : [],
        OrderBy = seed % 5 == 0 ? "$.price" : null,
        Compression = seed % 7 == 0 ? BlockCompression.Brotli : BlockCompression.None,
    };

    /// <summary>Makes the changes of a commit.</summary>
    public void Apply(CollectionWriter writer, int commit)
    {
        foreach (var (id, document) in Changes(commit))
        {
            if (document is null)
            {
                writer.Delete(id);
            }
            else
            {
                writer.Update(Encoding.UTF8.GetBytes(document));
            }
        }
    }

    /// <summary>The documents after a commit, by their keys.</summary>
    public SortedDictionary<long, string> StateAfter(int commit)
    {
        var state = new SortedDictionary<long, string>();
        for (var i = 1; i <= commit; i++)
        {
            foreach (var (id, document) in Changes(i))
            {
                if (document is null)
                {
                    state.Remove(id);
                }
                else
                {
                    state[id] = document;
                }
            }
        }

        return state;
    }

    /// <summary>The commit whose documents a collection has.</summary>
    /// <exception cref="InvalidDataException">The collection has the documents of no commit between two of them, or it is damaged.</exception>
    public int Check(string path, int least, int most)
    {
        using var reader = CollectionReader.Open(path);
        reader.Validate();
        using var marker = reader.Find(Marker);
        var commit = marker?.Root.GetProperty("commit").GetInt32() ?? 0;
        if (commit < least || commit > most)
        {
            throw new InvalidDataException($"Commit {commit} of seed {seed} is there, and one from {least} to {most} should be.");
        }

        var expected = StateAfter(commit);
        var found = new SortedDictionary<long, string>();
        reader.ForEach((_, document) => found.Add(document.GetProperty("id").GetInt64(), document.ToJson()));
        if (!expected.SequenceEqual(found))
        {
            throw new InvalidDataException($"{found.Count} documents of seed {seed} are not the {expected.Count} of commit {commit}.");
        }

        return commit;
    }

    private IEnumerable<(long Id, string? Document)> Changes(int commit)
    {
        var random = new Random((seed * 1_000_003) + commit);
        var count = random.Next(8) == 0 ? random.Next(20, 90) : random.Next(1, 5);
        for (var i = 0; i < count; i++)
        {
            yield return Document((commit * 100) + i);
        }

        for (var i = random.Next(4); i > 0; i--)
        {
            var other = (random.Next(1, commit + 1) * 100) + random.Next(3);
            yield return random.Next(3) == 0 ? (other, null) : Document(other);
        }

        yield return (Marker, $$"""{"id":{{Marker}},"commit":{{commit}}}""");

        (long, string?) Document(int id) =>
            (id, $$"""{"id":{{id}},"kind":"k{{random.Next(5)}}","price":{{random.Next(10_000)}}.25,"text":"{{new string((char)('a' + random.Next(26)), random.Next(120))}}"}""");
    }
}
