using System.Globalization;
using Blittable.Collections;

namespace Blittable.Cli;

/// <summary>Compares the documents of two collections, matched by key or, without keys, by row.</summary>
internal sealed class CollectionDiff(CollectionReader from, CollectionReader to, DiffReport report)
{
    /// <summary>Writes the differences: first the documents of the first collection in their order, then the documents that only the second one has.</summary>
    /// <param name="onRows">Receives the number of rows compared since its last call.</param>
    /// <param name="cancellation">Cancels the comparison between two rows.</param>
    /// <exception cref="UsageException">The collections have different keys.</exception>
    public void Run(Action<long> onRows, CancellationToken cancellation)
    {
        if (from.Options.Key != to.Options.Key && !(from.Options.Key is { } left && to.Options.Key is { } right && BlittablePath.Parse(left).Equals(BlittablePath.Parse(right))))
        {
            throw new UsageException($"The collections have different keys: {from.Options.Key ?? "none"} and {to.Options.Key ?? "none"}.");
        }

        var path = from.Options.Key is { } key ? BlittablePath.Parse(key) : null;
        for (long row = 0; row < from.RowCount; row++)
        {
            cancellation.ThrowIfCancellationRequested();
            if (from.TryGet(row, out var document))
            {
                using (document)
                {
                    using var other = Find(to, path, document, row);
                    report.Write(KeyOf(path, document, row), document, other);
                }
            }

            onRows(1);
        }

        for (long row = 0; row < to.RowCount; row++)
        {
            cancellation.ThrowIfCancellationRequested();
            if (to.TryGet(row, out var document))
            {
                using (document)
                {
                    using var other = Find(from, path, document, row);
                    if (other is null)
                    {
                        report.Write(KeyOf(path, document, row), null, document);
                    }
                }
            }

            onRows(1);
        }
    }

    private static BlittableDocument? Find(CollectionReader reader, BlittablePath? path, BlittableDocument document, long row)
    {
        if (path is null)
        {
            return row < reader.RowCount && reader.TryGet(row, out var other) ? other : null;
        }

        path.TryEvaluate(document.Root, out var key);
        return reader.Find(key.Kind == BlittableValueKind.Number ? CollectionKey.ParseNumber(key.GetNumberText()) : new CollectionKey(key.GetString()!));
    }

    private static string KeyOf(BlittablePath? path, BlittableDocument document, long row) =>
        path is not null && path.TryEvaluate(document.Root, out var key) ? key.ToJson() : row.ToString(CultureInfo.InvariantCulture);
}
