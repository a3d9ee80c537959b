using Blittable.Npgsql.Storage;
using Npgsql;
using NpgsqlTypes;

namespace Blittable.Npgsql;

public sealed partial class BlittableTable
{
    /// <summary>Loads documents by binary COPY, all of them or, when anything fails, none.</summary>
    /// <param name="rows">The documents. None of their keys may be in the table.</param>
    /// <param name="cancellationToken">Ends the load; the table is then as it was.</param>
    /// <returns>How many were loaded.</returns>
    /// <exception cref="BlittableException">A text is not JSON.</exception>
    /// <exception cref="NpgsqlException">The server refused, or the connection was lost.</exception>
    public async Task<ulong> LoadAsync(IAsyncEnumerable<BlittableRow> rows, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(rows);
        await using var connection = await _source.OpenConnectionAsync(cancellationToken).ConfigureAwait(false);
        // Disposed without Complete, the importer cancels the COPY, which is a transaction of its own.
        await using var importer = await connection.BeginBinaryImportAsync(Sql.Copy, cancellationToken).ConfigureAwait(false);
        var writer = Rent();
        try
        {
            await foreach (var row in rows.WithCancellation(cancellationToken).ConfigureAwait(false))
            {
                await WriteAsync(importer, writer, row, cancellationToken).ConfigureAwait(false);
            }

            return await importer.CompleteAsync(cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            _writers.Add(writer);
        }
    }

    /// <summary>Loads documents that are at hand, all or none.</summary>
    /// <inheritdoc cref="LoadAsync(IAsyncEnumerable{BlittableRow}, CancellationToken)"/>
    public Task<ulong> LoadAsync(IEnumerable<BlittableRow> rows, CancellationToken cancellationToken = default) =>
        LoadAsync(rows.ToAsyncEnumerable(), cancellationToken);

    private static async Task WriteAsync(NpgsqlBinaryImporter importer, DocumentWriter writer, BlittableRow row, CancellationToken cancellationToken)
    {
        writer.Convert(row.Utf8Json.Span);
        await importer.StartRowAsync(cancellationToken).ConfigureAwait(false);
        await importer.WriteAsync(row.Key, NpgsqlDbType.Bigint, cancellationToken).ConfigureAwait(false);
        await importer.WriteAsync(writer.Document, NpgsqlDbType.Bytea, cancellationToken).ConfigureAwait(false);
        for (var i = 0; i < writer.Promoted.Length; i++)
        {
            await writer[i].WriteAsync(importer, cancellationToken).ConfigureAwait(false);
        }
    }
}
