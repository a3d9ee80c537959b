using Blittable.DuckDB.Tables;

namespace Blittable.DuckDB.Registration;

/// <summary>The table of one query.</summary>
/// <param name="Table">The table.</param>
/// <param name="Columns">Its columns, in the order that DuckDB was told.</param>
internal sealed record BoundTable(CollectionTable Table, IReadOnlyList<TableColumn> Columns);
