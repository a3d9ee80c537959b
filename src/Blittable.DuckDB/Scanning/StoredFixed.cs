using Blittable.Collections.Stripes;
using Blittable.DuckDB.Tables;

namespace Blittable.DuckDB.Scanning;

/// <summary>Reads values of a fixed width.</summary>
/// <param name="column">The column.</param>
/// <param name="state">The state of rows with a value.</param>
/// <param name="convert">Converts values.</param>
/// <typeparam name="T">The type in which DuckDB stores the values.</typeparam>
internal sealed class StoredFixed<T>(TableColumn column, NodeState state, StoredConversions.Conversion<T> convert) : StoredValues(column)
    where T : unmanaged
{
    protected override void LoadContents(int group, ReadOnlySpan<int> rows) => RequireStates(1 << (int)state);

    protected override long CountContents(int first, int count) => (long)count * NestedKernel.SizeOf<T>();

    protected override void WriteContents(nint vector, int first, int count)
    {
        // The chunk group has no values of the kind if no row has the state.
        if ((States & 1 << (int)state) != 0 && !convert(Column, Rows, first, HasOnly(state), NestedKernel.ValuesOf<T>(vector, count)))
        {
            throw NestedBuffer.Mismatch(Column);
        }
    }
}
