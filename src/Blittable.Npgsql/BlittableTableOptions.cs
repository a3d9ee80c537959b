using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;

namespace Blittable.Npgsql;

/// <summary>Sets the layout of a <see cref="BlittableTable{TKey}"/> in the database.</summary>
public sealed record BlittableTableOptions
{
    /// <summary>Gets the table's name. It and <c>NAME_dictionary</c>, which is made of it, have 63 bytes at most.</summary>
    public required string Name { get; init; }

    /// <summary>Gets the promoted columns, empty by default. Their names must differ, also from <c>key</c> and <c>document</c>.</summary>
    public IReadOnlyList<PromotedColumn> Promoted { get; init; } = [];

    /// <summary>
    /// Gets how documents are converted; as <see cref="BlittableOptions.Smallest"/> by default. It has no dictionary: that of the table is in the database,
    /// in a companion table <c>NAME_dictionary</c>.
    /// </summary>
    public BlittableOptions Conversion { get; init; } = BlittableOptions.Smallest;

    /// <summary>
    /// Gets what the table's dictionary learns from the documents that are written; shapes and a symbol table by default. With null it learns nothing by
    /// itself, only from <see cref="BlittableTable{TKey}.TrainDictionaryAsync"/>.
    /// </summary>
    public BlittableTrainingOptions? Training { get; init; } = new();

    /// <summary>
    /// Gets the logger of the table, none by default: what its dictionary learns and documents that were converted anew at the level Debug, shards that cannot
    /// learn and loads that failed at Warning. No message has a document, a key or a connection string.
    /// </summary>
    public ILogger Logger { get; init; } = NullLogger.Instance;
}
