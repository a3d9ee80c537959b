using Blittable.Collections;
using Blittable.DuckDB.Tables;

namespace Blittable.DuckDB.Registration;

/// <summary>Represents the table that a query is bound to.</summary>
/// <param name="Table">The table.</param>
/// <param name="Columns">The columns of the table, in the order in which they were added to the DuckDB result.</param>
/// <param name="Filter">Selects the documents of the table, or null for all documents.</param>
internal sealed record BoundTable(CollectionTable Table, IReadOnlyList<TableColumn> Columns, Filter? Filter);
