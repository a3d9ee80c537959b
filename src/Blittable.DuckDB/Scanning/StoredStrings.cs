using Blittable.Collections.Stripes;
using Blittable.Dates;
using Blittable.DuckDB.Tables;

namespace Blittable.DuckDB.Scanning;

/// <summary>Reads strings, and dates as strings.</summary>
/// <param name="column">The column.</param>
internal sealed class StoredStrings(TableColumn column) : StoredValues(column)
{
    /// <summary>The size of a string in a vector without its bytes.</summary>
    private const int EntryBytes = 16;

    protected override void LoadContents(int group, ReadOnlySpan<int> rows) => RequireStates(1 << (int)NodeState.String | 1 << (int)NodeState.Date);

    protected override long CountContents(int first, int count)
    {
        var bytes = (long)count * EntryBytes;
        var states = Rows.States;
        for (var row = first; row < first + count; row++)
        {
            bytes += states[row] == NodeState.String ? Rows.Texts[row].Length : 0;
        }

        return bytes;
    }

    protected override void WriteContents(nint vector, int first, int count)
    {
        var data = NestedKernel.DataOf(vector);
        var states = Rows.States.Slice(first, count);
        for (var row = 0; row < states.Length; row++)
        {
            if (states[row] == NodeState.String)
            {
                NestedKernel.WriteString(vector, data, row, Rows.Texts[first + row]);
            }
            else if (states[row] == NodeState.Date)
            {
                WriteDate(vector, data, row, first + row);
            }
        }
    }

    private void WriteDate(nint vector, nint data, int row, int index)
    {
        Span<byte> text = stackalloc byte[Iso8601.MaxLength];
        var form = Rows.DateForm(index);
        if (!DateUnit.TryUnpackForm(form, out var textForm))
        {
            throw NestedBuffer.Mismatch(Column);
        }

        NestedKernel.WriteString(vector, data, row, text[..Iso8601.Format(DateUnit.ToTimestamp(Rows.Date(index), Rows.DateChunk.Scale, form), textForm, text)]);
    }
}
