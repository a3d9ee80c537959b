using System.Text;
using Blittable.Collections;

namespace Blittable.Crash.Workloads;

/// <summary>Changes to a collection that depend only on a seed and a commit number, so another process knows the contents of each commit.</summary>
/// <remarks>Each commit also updates a document with the commit number, from which a reader learns which commit it sees.</remarks>
internal sealed class Workload(int seed)
{
    private const long Marker = -1;

    /// <summary>Gets options with small stripes, so commits fill, merge and replace them, and with varying layout, index, compression and order.</summary>
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

    /// <summary>Applies the changes of a commit.</summary>
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

    /// <summary>Returns the documents after a commit, by key.</summary>
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

    /// <summary>Returns the commit whose documents a collection has.</summary>
    /// <exception cref="InvalidDataException">The collection has the documents of no commit in the range, or is damaged.</exception>
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
