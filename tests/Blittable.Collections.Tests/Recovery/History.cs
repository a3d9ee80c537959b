using System.Text;
using Blittable.Collections;
using Blittable.Collections.Recovery;
using Blittable.Collections.Snapshots;
using Blittable.Collections.Storage;
using Blittable.Collections.Stripes;

namespace Blittable.Collections.Tests.Recovery;

/// <summary>A collection with several commits, merged stripes, and replaced and deleted documents, and its contents after each commit.</summary>
internal sealed class History
{
    private readonly Dictionary<int, string> _live = [];
    private readonly Random _random;
    private int _next;

    private History(int seed) => _random = new Random(seed);

    public static TheoryData<CollectionLayout, BlockCompression, bool, bool> Kinds => new()
    {
        { CollectionLayout.Rows, BlockCompression.None, true, false },
        { CollectionLayout.Rows, BlockCompression.Lz4, false, false },
        { CollectionLayout.Columns, BlockCompression.None, true, false },
        { CollectionLayout.Columns, BlockCompression.None, false, true },
        { CollectionLayout.Columns, BlockCompression.Brotli, true, true },
        { CollectionLayout.Hybrid, BlockCompression.None, true, false },
        { CollectionLayout.Auto, BlockCompression.Zstandard, true, false },
    };

    public byte[] Bytes { get; private set; } = [];

    /// <summary>Gets all documents that were ever added.</summary>
    public HashSet<string> Ever { get; } = [];

    /// <summary>Gets the documents after each commit.</summary>
    public List<HashSet<string>> States { get; } = [[]];

    /// <summary>Gets the stripes of the last commit: the bytes they need, and their documents.</summary>
    public List<(long Start, long End, BlockReference Dictionary, List<string> Documents)> Stripes { get; } = [];

    public static History Make(int seed, CollectionLayout layout, BlockCompression compression, bool hasKey, bool isOrdered, int commits = 14)
    {
        var history = new History(seed);
        var stream = new MemoryStream();
        var options = new CollectionOptions
        {
            Layout = layout,
            Compression = compression,
            StripeRows = 96,
            ChunkRows = 16,
            Key = hasKey ? "$.id" : null,
            OrderBy = isOrdered ? "$.price" : null,
            Columns = layout == CollectionLayout.Hybrid ? ["$.price"] : [],
            Indexes = ["$.kind"],
        };
        using (var writer = CollectionWriter.Create(stream, options, leaveOpen: true))
        {
            for (var commit = 0; commit < commits; commit++)
            {
                history.Change(writer, hasKey, commit);
                writer.Commit();
                history.States.Add([.. history._live.Values]);
            }
        }

        history.Bytes = stream.ToArray();
        history.FindStripes();
        return history;
    }

    private void Change(CollectionWriter writer, bool hasKey, int commit)
    {
        for (var i = commit % 5 == 4 ? 150 : _random.Next(3, 40); i > 0; i--)
        {
            Put(writer, _next++, isUpdate: false);
        }

        for (var i = hasKey ? _random.Next(12) : 0; i > 0; i--)
        {
            var id = _live.Keys.ElementAt(_random.Next(_live.Count));
            if (_random.Next(2) == 0)
            {
                writer.Delete(id);
                _live.Remove(id);
            }
            else
            {
                Put(writer, id, isUpdate: true);
            }
        }
    }

    private void Put(CollectionWriter writer, int id, bool isUpdate)
    {
        var parts = new List<string> { $"\"id\":{id}", $"\"change\":{Ever.Count}", $"\"kind\":\"k{_random.Next(4)}\"", $"\"price\":{_random.Next(9999)}.25" };
        if (_random.Next(3) > 0)
        {
            parts.Add($"\"text\":\"{new string((char)('a' + _random.Next(26)), _random.Next(90))}\"");
        }

        if (_random.Next(3) == 0)
        {
            parts.Add($"\"tags\":[{string.Join(',', Enumerable.Range(0, _random.Next(4)).Select(tag => $"{{\"t\":{tag},\"of\":\"x{_random.Next(9)}\"}}"))}]");
        }

        if (_random.Next(9) == 0)
        {
            parts.Insert(_random.Next(parts.Count + 1), $"\"odd{_random.Next(20)}\":[{_random.Next(9)},null,\"2024-02-29\",{{\"deep\":[1.5e3]}}]");
        }

        var json = $"{{{string.Join(',', parts)}}}";
        Ever.Add(json);
        _live[id] = json;
        if (isUpdate)
        {
            writer.Update(Encoding.UTF8.GetBytes(json));
        }
        else
        {
            writer.Add(Encoding.UTF8.GetBytes(json));
        }
    }

    private void FindStripes()
    {
        using var source = new StreamSource(new MemoryStream(Bytes), leaveOpen: false);
        var marks = RecordSearch.Run(source, CancellationToken.None).Stripes.ToDictionary(mark => mark.Stripe.Origin, mark => mark.Offset + mark.ToArray().Length);
        using var reader = CollectionReader.Open(new MemoryStream(Bytes));
        foreach (var (reference, stripe) in reader.Snapshot.State.Stripes.Zip(reader.Snapshot.Stripes))
        {
            var documents = new List<string>();
            for (var row = 0; row < stripe.Rows; row++)
            {
                if (!stripe.IsDeleted(row))
                {
                    using var document = stripe.GetDocument(row);
                    documents.Add(document.Root.ToJson());
                }
            }

            var dictionary = reference.Dictionary == 0 ? default : reader.Snapshot.State.Dictionaries[reference.Dictionary - 1].Block;
            Stripes.Add((reference.Origin, marks[reference.Origin], dictionary, documents));
        }

        Assert.Equal(States[^1].Order(), Stripes.SelectMany(stripe => stripe.Documents).Order());
    }
}
