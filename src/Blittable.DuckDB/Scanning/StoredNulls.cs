using Blittable.Collections.Stripes;
using Blittable.DuckDB.Tables;

namespace Blittable.DuckDB.Scanning;

/// <summary>Reads the nulls of a JSON column. Its other values are read from documents, which have their texts.</summary>
/// <param name="column">The column.</param>
internal sealed class StoredNulls(TableColumn column) : StoredValues(column)
{
    protected override bool TryMoveContentsTo(StripeNode node, int group, ref long limit)
    {
        for (var kind = ColumnKind.Number; kind <= ColumnKind.Boolean; kind++)
        {
            if (node.Column(kind) is { } values && values.Chunk(group).Format != ChunkFormat.Absent)
            {
                return false;
            }
        }

        return true;
    }

    protected override void LoadContents(int group, ReadOnlySpan<int> rows) => RequireStates(0);

    protected override long CountContents(int first, int count) => 0;

    protected override void WriteContents(nint vector, int first, int count)
    {
    }
}
