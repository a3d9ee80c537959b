using System.Numerics;
using System.Runtime.CompilerServices;

namespace Blittable.Collections.Stripes;

/// <summary>Reads documents in batches, and provides batches as asynchronous sequences.</summary>
internal static class DocumentBatches
{
    /// <summary>The number of documents from which a batch is complete. A batch can exceed it by less than the 64 rows of a mask word.</summary>
    public const int Rows = 512;

    /// <summary>Reads documents of a chunk group.</summary>
    /// <param name="stripe">The stripe. It must stay leased during the enumeration.</param>
    /// <param name="group">The group.</param>
    /// <param name="mask">One bit per row, set if the row is to be read. Do not modify the mask during the enumeration.</param>
    public static IEnumerable<IReadOnlyList<BlittableDocument>> Read(Stripe stripe, int group, ReadOnlyMemory<ulong> mask)
    {
        var rows = new List<int>(Rows);
        for (var word = 0; word < mask.Length; word++)
        {
            for (var bits = mask.Span[word]; bits != 0; bits &= bits - 1)
            {
                rows.Add((word << 6) + BitOperations.TrailingZeroCount(bits));
            }

            if (rows.Count >= Rows || (rows.Count > 0 && word == mask.Length - 1))
            {
                yield return stripe.GetDocuments(group, rows);
                rows.Clear();
            }
        }
    }

    /// <summary>Enumerates the items of batches. Each batch is read on the thread pool after the previous batch is consumed.</summary>
    /// <param name="batches">The batches.</param>
    /// <param name="cancellationToken">Cancels the enumeration between two items.</param>
    public static async IAsyncEnumerable<T> FlattenAsync<T>(IEnumerable<IReadOnlyList<T>> batches, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        using var batch = batches.GetEnumerator();
        while (await Task.Run(batch.MoveNext, cancellationToken).ConfigureAwait(false))
        {
            foreach (var item in batch.Current)
            {
                cancellationToken.ThrowIfCancellationRequested();
                yield return item;
            }
        }
    }
}
