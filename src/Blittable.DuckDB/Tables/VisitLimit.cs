namespace Blittable.DuckDB.Tables;

/// <summary>Limits the number of values visited in each document. A document stores equal values once, so a few bytes can represent very many values.</summary>
/// <param name="limit">The maximum number of values of a document.</param>
internal sealed class VisitLimit(long limit)
{
    /// <summary>The maximum number of array elements in a chunk group, at all depths, that are read from stored columns. A small damaged file can represent
    /// very many elements.</summary>
    public const long MostElements = 1L << 26;

    private long _rest;

    /// <summary>Starts a document.</summary>
    public void Begin() => _rest = limit;

    /// <summary>Counts values.</summary>
    /// <exception cref="BlittableException">The document has more values than the limit.</exception>
    public void Count(int values = 1)
    {
        if ((_rest -= values) < 0)
        {
            throw new BlittableException(
                BlittableErrorCode.ExpansionTooLarge,
                $"The document represents more than {limit} values; raise {nameof(Collections.CollectionReader.MaxExpandedBytes)} if you trust the collection.");
        }
    }
}
