using System.Globalization;
using Blittable.Collections;

namespace Blittable.Cli;

/// <summary>Compares the documents of two collections, matched by key or, without keys, by row.</summary>
internal sealed class CollectionDiff(CollectionReader from, CollectionReader to, DiffReport report)
{
    /// <summary>Writes the differences: first the documents of the first collection in their order, then the documents that only the second one has.</summary>
    /// <param name="onDocuments">Receives the number of documents compared since its last call.</param>
    /// <param name="cancellation">Cancels the comparison between two documents.</param>
    /// <exception cref="UsageException">The collections have different keys.</exception>
    public void Run(Action<long> onDocuments, CancellationToken cancellation)
    {
        if (from.Options.Key != to.Options.Key && !(from.Options.Key is { } left && to.Options.Key is { } right && BlittablePath.Parse(left).Equals(BlittablePath.Parse(right))))
        {
            throw new UsageException($"The collections have different keys: {from.Options.Key ?? "none"} and {to.Options.Key ?? "none"}.");
        }

        if (from.Options.Key is { } key)
        {
            CompareKeys(BlittablePath.Parse(key), onDocuments, cancellation);
        }
        else
        {
            CompareRows(onDocuments, cancellation);
        }
    }

    private void CompareKeys(BlittablePath path, Action<long> onDocuments, CancellationToken cancellation)
    {
        foreach (var (_, document) in CollectionFormat.ReadDocuments(from, cancellation))
        {
            using (document)
            {
                using var other = Find(to, path, document);
                report.Write(KeyOf(path, document), document, other);
            }

            onDocuments(1);
        }

        foreach (var (_, document) in CollectionFormat.ReadDocuments(to, cancellation))
        {
            using (document)
            {
                using var other = Find(from, path, document);
                if (other is null)
                {
                    report.Write(KeyOf(path, document), null, document);
                }
            }

            onDocuments(1);
        }
    }

    /// <summary>Reads both collections side by side. Both have their documents in the order of their rows.</summary>
    private void CompareRows(Action<long> onDocuments, CancellationToken cancellation)
    {
        List<long> added = [];
        using var others = CollectionFormat.ReadDocuments(to, cancellation).GetEnumerator();
        var hasOther = others.MoveNext();
        foreach (var (row, document) in CollectionFormat.ReadDocuments(from, cancellation))
        {
            SkipTo(row);
            using (document)
            {
                var other = hasOther && others.Current.Row == row ? others.Current.Document : null;
                report.Write(KeyOf(row), document, other);
                if (other is not null)
                {
                    Next();
                }
            }

            onDocuments(1);
        }

        SkipTo(long.MaxValue);
        foreach (var row in added)
        {
            cancellation.ThrowIfCancellationRequested();
            using var document = to.Get(row);
            report.Write(KeyOf(row), null, document);
        }

        void SkipTo(long row)
        {
            while (hasOther && others.Current.Row < row)
            {
                added.Add(others.Current.Row);
                Next();
            }
        }

        void Next()
        {
            others.Current.Document.Dispose();
            hasOther = others.MoveNext();
            onDocuments(1);
        }
    }

    private static BlittableDocument? Find(CollectionReader reader, BlittablePath path, BlittableDocument document)
    {
        path.TryEvaluate(document.Root, out var key);
        return reader.Find(key.Kind == BlittableValueKind.Number ? CollectionKey.ParseNumber(key.GetNumberText()) : new CollectionKey(key.GetString()!));
    }

    private static string KeyOf(BlittablePath path, BlittableDocument document)
    {
        path.TryEvaluate(document.Root, out var key);
        return key.ToJson();
    }

    private static string KeyOf(long row) => row.ToString(CultureInfo.InvariantCulture);
}
