using System.Runtime.CompilerServices;
using Npgsql;

namespace Blittable.Npgsql;

/// <content>Reading of documents and sums.</content>
public sealed partial class BlittableTable<TKey>
{
    /// <summary>Looks a document up by its key.</summary>
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

    /// <summary>Looks many documents up, in the database's order; keys without a document are left out.</summary>
    /// <exception cref="BlittableException">The stored bytes are not a document, or need a missing version of the dictionary.</exception>
    public IAsyncEnumerable<KeyValuePair<TKey, BlittableDocument>> GetManyAsync(IReadOnlyCollection<TKey> keys, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(keys);
        return RowsAsync(Command<TKey[]>(Sql.GetMany, [.. keys]), cancellationToken);
    }

    /// <summary>Returns the documents whose promoted column is at least one value and less than another, in the column's order.</summary>
    /// <typeparam name="T"><see cref="long"/> for integers and dates, <see cref="double"/>, <see cref="decimal"/> or <see cref="string"/>.</typeparam>
    /// <param name="column">The column's name.</param>
    /// <param name="from">The least value.</param>
    /// <param name="before">The exclusive upper bound; one more than the last of the bounds that <see cref="Dates.EpochDate"/> gives.</param>
    /// <param name="cancellationToken">Ends the scan.</param>
    /// <exception cref="ArgumentException">The table has no such promoted column.</exception>
    /// <exception cref="BlittableException">The stored bytes are not a document, or need a missing version of the dictionary.</exception>
    public IAsyncEnumerable<KeyValuePair<TKey, BlittableDocument>> ScanAsync<T>(
        string column, T from, T before, CancellationToken cancellationToken = default) =>
        RowsAsync(Command<T>(Sql.Scan(Column(column)), from, before), cancellationToken);

    /// <summary>Returns the sum of a promoted column of numbers, computed by the database; 0 without documents.</summary>
    /// <remarks>The sum of a <see cref="PromotedType.Double"/> is rounded to 15 digits, as by the database's conversion to <c>numeric</c>.</remarks>
    /// <exception cref="ArgumentException">The table has no such promoted column.</exception>
    /// <exception cref="NpgsqlException">The column holds texts.</exception>
    /// <exception cref="OverflowException">The sum does not fit a <see cref="decimal"/>.</exception>
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
