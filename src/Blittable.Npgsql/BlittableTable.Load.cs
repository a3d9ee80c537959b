using Blittable.Npgsql.Copying;
using Blittable.Npgsql.Storage;
using Npgsql;

namespace Blittable.Npgsql;

/// <content>Many documents at once.</content>
public sealed partial class BlittableTable<TKey>
{
    /// <summary>How much of a load is looked at before its first document is written, if the dictionary is still empty.</summary>
    private const int SampleDocuments = 1_000;
    private const int SampleBytes = 1 << 20;

    /// <summary>Loads documents by binary COPY, all of them or, when anything fails, none.</summary>
    /// <param name="rows">The documents. None of their keys may be in the table.</param>
    /// <param name="cancellationToken">Ends the load; the table is then as it was.</param>
    /// <returns>How many were loaded.</returns>
    /// <exception cref="BlittableException">A text is not JSON.</exception>
    /// <exception cref="ArgumentException">A key is missing, or is a text with half of a surrogate pair.</exception>
    /// <exception cref="NpgsqlException">The server refused, or the connection was lost.</exception>
    /// <remarks>What the dictionary learned from the documents stays in it, unused, if the load fails.</remarks>
    public async Task<ulong> LoadAsync(IAsyncEnumerable<BlittableRow<TKey>> rows, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(rows);
        var writer = await RentAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            await using var source = rows.GetAsyncEnumerator(cancellationToken);
            var sample = await SampleAsync(source, cancellationToken).ConfigureAwait(false);
            await using var connection = await _source.OpenConnectionAsync(cancellationToken).ConfigureAwait(false);
            await using var copy = await RowCopy<TKey>.BeginAsync(connection, Sql.Copy, cancellationToken).ConfigureAwait(false);
            foreach (var row in sample)
            {
                await AddAsync(copy, writer, row, cancellationToken).ConfigureAwait(false);
            }

            while (await source.MoveNextAsync().ConfigureAwait(false))
            {
                await AddAsync(copy, writer, source.Current, cancellationToken).ConfigureAwait(false);
            }

            return await copy.CompleteAsync(cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            _writers.Add(writer);
        }
    }

    /// <summary>Loads documents that are at hand, all or none.</summary>
    /// <inheritdoc cref="LoadAsync(IAsyncEnumerable{BlittableRow{TKey}}, CancellationToken)"/>
    public Task<ulong> LoadAsync(IEnumerable<BlittableRow<TKey>> rows, CancellationToken cancellationToken = default) =>
        LoadAsync(rows.ToAsyncEnumerable(), cancellationToken);

    /// <summary>Takes the first documents of a load and learns from them, if nothing has been learned before.</summary>
    /// <returns>The documents taken, which are still to be written.</returns>
    private async Task<List<BlittableRow<TKey>>> SampleAsync(IAsyncEnumerator<BlittableRow<TKey>> source, CancellationToken cancellationToken)
    {
        var sample = new List<BlittableRow<TKey>>();
        if (Options.Training is null || !_dictionary.IsEmpty)
        {
            return sample;
        }

        var bytes = 0L;
        while (sample.Count < SampleDocuments && bytes < SampleBytes && await source.MoveNextAsync().ConfigureAwait(false))
        {
            // The source may use its memory again for the next row.
            sample.Add(source.Current with { Utf8Json = source.Current.Utf8Json.ToArray() });
            bytes += source.Current.Utf8Json.Length;
        }

        await _dictionary.LearnAsync([.. sample.Select(row => row.Utf8Json)], cancellationToken).ConfigureAwait(false);
        return sample;
    }

    private async ValueTask AddAsync(RowCopy<TKey> copy, DocumentWriter writer, BlittableRow<TKey> row, CancellationToken cancellationToken)
    {
        await ConvertAsync(writer, row.Utf8Json, cancellationToken).ConfigureAwait(false);
        await copy.AddAsync(row.Key, writer, cancellationToken).ConfigureAwait(false);
    }
}
