using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.Abstractions;

namespace Blittable.Npgsql;

/// <summary>Specifies the layout of a <see cref="BlittableTable{TKey}"/> in the database.</summary>
public sealed record BlittableTableOptions
{
    /// <summary>Gets the table's name. <c>NAME_dictionary</c>, the name of the companion table, must not exceed 63 bytes.</summary>
    public required string Name { get; init; }

    /// <summary>Gets the promoted columns. The default is empty. Their names must differ from each other and from <c>key</c> and <c>document</c>.</summary>
    public IReadOnlyList<PromotedColumn> Promoted { get; init; } = [];

    /// <summary>
    /// Gets the options for converting documents. The default is <see cref="BlittableOptions.Smallest"/>. They must not contain a dictionary, because the
    /// dictionary of the table is stored in the database, in the companion table <c>NAME_dictionary</c>.
    /// </summary>
    public BlittableOptions Conversion { get; init; } = BlittableOptions.Smallest;

    /// <summary>
    /// Gets the options for automatic training of the table's dictionary on the documents that are written. By default, it learns shapes and a symbol table. If
    /// null, it learns only from <see cref="BlittableTable{TKey}.TrainDictionaryAsync"/>.
    /// </summary>
    public BlittableTrainingOptions? Training { get; init; } = new();

    /// <summary>
    /// Gets the logger of the table. By default, nothing is logged. New dictionary versions and dictionary reloads are logged at the level Debug. Shards that
    /// cannot learn and failed loads are logged at Warning. Messages contain no documents, keys or connection strings.
    /// </summary>
    public ILogger Logger { get; init; } = NullLogger.Instance;
}
