using Blittable.Collections.Stripes;
using Blittable.DuckDB.Tables;

namespace Blittable.DuckDB.Scanning;

/// <summary>Reads objects from the columns of their properties.</summary>
internal sealed class StoredStruct : StoredValues
{
    private readonly StoredValues[] _fields;

    private StoredStruct(TableColumn column, StoredValues[] fields)
        : base(column) => _fields = fields;

    /// <summary>Creates a reader of a column. Returns null if only documents have the values of a field.</summary>
    public static StoredStruct? Create(TableColumn column)
    {
        var fields = new StoredValues[column.Children.Count];
        for (var i = 0; i < fields.Length; i++)
        {
            if (For(column.Children[i]) is not { } field)
            {
                return null;
            }

            fields[i] = field;
        }

        return new StoredStruct(column, fields);
    }

    public override void WriteNulls(nint vector, int count)
    {
        base.WriteNulls(vector, count);
        for (var field = 0; field < _fields.Length; field++)
        {
            _fields[field].WriteNulls(NestedKernel.FieldOf(vector, field), count);
        }
    }

    protected override bool TryMoveContentsTo(StripeNode node, int group, ref long limit)
    {
        for (var field = 0; field < _fields.Length; field++)
        {
            if (!_fields[field].TryMoveTo(node.Find(Column.Children[field].Property), group, ref limit))
            {
                return false;
            }
        }

        return true;
    }

    protected override void LoadContents(int group, ReadOnlySpan<int> rows)
    {
        RequireStates(1 << (int)NodeState.Object);
        foreach (var field in _fields)
        {
            field.Load(group, rows);
        }
    }

    protected override long CountContents(int first, int count)
    {
        long bytes = 0;
        foreach (var field in _fields)
        {
            bytes += field.CountBytes(first, count);
        }

        return bytes;
    }

    protected override void WriteContents(nint vector, int first, int count)
    {
        for (var field = 0; field < _fields.Length; field++)
        {
            _fields[field].Write(NestedKernel.FieldOf(vector, field), first, count);
        }
    }

    protected override void WriteNothing(nint vector) => WriteContents(vector, 0, 0);
}
