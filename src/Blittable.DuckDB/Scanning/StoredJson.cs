using System.Text;
using Blittable.Collections;
using Blittable.Collections.Stripes;
using Blittable.Collections.Stripes.Writing;
using Blittable.DuckDB.Tables;

namespace Blittable.DuckDB.Scanning;

/// <summary>Reads the JSON of scalars, which may be of several kinds.</summary>
/// <param name="column">The column.</param>
internal sealed class StoredJson(TableColumn column) : StoredValues(column)
{
    /// <summary>The size of a string in a vector without its bytes, and an estimate of the bytes of other scalars.</summary>
    private const int EntryBytes = 16, ScalarBytes = 24;

    private const int ScratchBytes = 32;

    private const int Scalars = 1 << (int)NodeState.Number | 1 << (int)NodeState.String | 1 << (int)NodeState.Date | 1 << (int)NodeState.Boolean;

    protected override void LoadContents(int group, ReadOnlySpan<int> rows) => RequireStates(Scalars);

    protected override long CountContents(int first, int count)
    {
        var bytes = (long)count * EntryBytes;
        var states = Rows.States;
        for (var row = first; row < first + count; row++)
        {
            bytes += states[row] == NodeState.String ? JsonLength.OfStrings(Rows.Texts[row], 1) : ScalarBytes;
        }

        return bytes;
    }

    protected override void WriteContents(nint vector, int first, int count)
    {
        if ((States & Scalars) == 0)
        {
            return;
        }

        var data = NestedKernel.DataOf(vector);
        var states = Rows.States.Slice(first, count);
        for (var row = 0; row < states.Length; row++)
        {
            if (states[row] > NodeState.Null)
            {
                NestedKernel.WriteString(vector, data, row, Encoding.UTF8.GetBytes(Value(first + row).ToJson()));
            }
        }
    }

    /// <summary>Returns a scalar with its text in the document; null for rows with another state.</summary>
    private QueryValue Value(int row) => Rows.State(row) switch
    {
        NodeState.Number => Number(row),
        NodeState.String => QueryValue.FromString(Encoding.UTF8.GetString(Rows.Texts[row])),
        NodeState.Date => Date(row),
        NodeState.Boolean => QueryValue.FromBoolean(Rows.Boolean(row)),
        _ => QueryValue.Null,
    };

    private QueryValue Number(int row) =>
        Rows.NumberChunk.Format == ChunkFormat.Double
            ? QueryValue.FromNumberText(Rows.DoubleText(row, stackalloc byte[ScratchBytes]))
            : QueryValue.FromMantissa(Rows.Mantissa(row, out var digits), -digits);

    private QueryValue Date(int row)
    {
        var form = Rows.DateForm(row);
        if (!DateUnit.TryUnpackForm(form, out var text))
        {
            throw NestedBuffer.Mismatch(Column);
        }

        return QueryValue.FromDate(DateUnit.ToTimestamp(Rows.Date(row), Rows.DateChunk.Scale, form), text);
    }
}
