using System.Numerics;
using System.Runtime.CompilerServices;

namespace Blittable.Collections.Stripes;

/// <summary>Reads documents a few at a time, and makes asynchronous sequences of what is read so.</summary>
internal static class DocumentBatches
{
    /// <summary>Documents that are in memory together, and a word of a mask more.</summary>
    public const int Rows = 512;

    /// <summary>Reads documents of a chunk group.</summary>
    /// <param name="stripe">The stripe, which is leased.</param>
    /// <param name="group">The group.</param>
    /// <param name="mask">A bit a row, set where the row is wanted; it must not change meanwhile.</param>
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

    /// <summary>Enumerates the items of batches. Each batch is made on the thread pool when the one before is used up.</summary>
    /// <param name="batches">The batches.</param>
    /// <param name="cancellationToken">Ends the enumeration between two items.</param>
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
