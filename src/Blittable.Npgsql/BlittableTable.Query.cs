using System.Runtime.CompilerServices;
using Npgsql;

namespace Blittable.Npgsql;

/// <content>Reads documents and sums.</content>
public sealed partial class BlittableTable<TKey>
{
    /// <summary>Gets the document with the specified key.</summary>
    /// <returns>The document, or null if no document has the key.</returns>
    /// <exception cref="BlittableException">The stored bytes are not a document, or need a missing version of the dictionary.</exception>
    public async Task<BlittableDocument?> GetAsync(TKey key, CancellationToken cancellationToken = default)
    {
        byte[]? document;
        await using (var command = Command(Sql.Get, key))
        {
            document = (byte[]?)await command.ExecuteScalarAsync(cancellationToken).ConfigureAwait(false);
        }

        return document is null ? null : await OpenAsync(key, document, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Gets the documents with the specified keys, in database order. Keys without a document are omitted.</summary>
    /// <exception cref="BlittableException">The stored bytes are not a document, or need a missing version of the dictionary.</exception>
    public IAsyncEnumerable<KeyValuePair<TKey, BlittableDocument>> GetManyAsync(IReadOnlyCollection<TKey> keys, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(keys);
        return RowsAsync(Command<TKey[]>(Sql.GetMany, [.. keys]), cancellationToken);
    }

    /// <summary>Returns the documents whose value in a promoted column is in a range, in the order of the column.</summary>
    /// <typeparam name="T"><see cref="long"/> for integers and dates, <see cref="double"/>, <see cref="decimal"/> or <see cref="string"/>.</typeparam>
    /// <param name="column">The name of the column.</param>
    /// <param name="from">The inclusive lower bound.</param>
    /// <param name="before">The exclusive upper bound. For dates, add 1 to the last value that a method of <see cref="Dates.EpochDate"/> returns.</param>
    /// <param name="cancellationToken">Cancels the scan.</param>
    /// <exception cref="ArgumentException">The table has no such promoted column.</exception>
    /// <exception cref="BlittableException">The stored bytes are not a document, or need a missing version of the dictionary.</exception>
    public IAsyncEnumerable<KeyValuePair<TKey, BlittableDocument>> ScanAsync<T>(
        string column, T from, T before, CancellationToken cancellationToken = default) =>
        RowsAsync(Command<T>(Sql.Scan(Column(column)), from, before), cancellationToken);

    /// <summary>Returns the sum of a numeric promoted column, computed by the database, or 0 if the column has no values.</summary>
    /// <remarks>The sum of a <see cref="PromotedType.Double"/> is rounded to 15 digits by the database's conversion to <c>numeric</c>.</remarks>
    /// <exception cref="ArgumentException">The table has no such promoted column.</exception>
    /// <exception cref="NpgsqlException">The column has the type <see cref="PromotedType.Text"/>.</exception>
    /// <exception cref="OverflowException">The sum does not fit in a <see cref="decimal"/>.</exception>
    public async Task<decimal> SumAsync(string column, CancellationToken cancellationToken = default)
    {
        await using var command = _source.CreateCommand($"SELECT coalesce(sum({Storage.TableSql.Quote(Column(column).Name)}), 0)::numeric FROM {Sql.Table}");
        return (decimal)(await command.ExecuteScalarAsync(cancellationToken).ConfigureAwait(false))!;
    }

    /// <summary>Returns the number of documents.</summary>
    public async Task<long> CountAsync(CancellationToken cancellationToken = default)
    {
        await using var command = _source.CreateCommand($"SELECT count(*) FROM {Sql.Table}");
        return (long)(await command.ExecuteScalarAsync(cancellationToken).ConfigureAwait(false))!;
    }

    internal PromotedColumn Column(string name) =>
        Options.Promoted.FirstOrDefault(column => column.Name == name)
        ?? throw new ArgumentException(
            $"'{name}' is not a promoted column; the promoted columns are {string.Join(", ", Options.Promoted.Select(column => column.Name))}.", nameof(name));

    private async IAsyncEnumerable<KeyValuePair<TKey, BlittableDocument>> RowsAsync(
        NpgsqlCommand command, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await using var disposed = command.ConfigureAwait(false);
        await using var reader = await command.ExecuteReaderAsync(cancellationToken).ConfigureAwait(false);
        while (await reader.ReadAsync(cancellationToken).ConfigureAwait(false))
        {
            var key = reader.GetFieldValue<TKey>(0);
            yield return KeyValuePair.Create(key, await OpenAsync(key, reader.GetFieldValue<byte[]>(1), cancellationToken).ConfigureAwait(false));
        }
    }
}
