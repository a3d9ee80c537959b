using Blittable.DuckDB.Tables;

namespace Blittable.DuckDB.Scanning;

/// <summary>Collects objects. Each field has a value or a null for each object.</summary>
internal sealed class StructBuffer : NestedBuffer
{
    private readonly VisitLimit _limit;
    private readonly PropertyIndex _names = new();
    private readonly NestedBuffer[] _fields;

    public StructBuffer(TableColumn column, VisitLimit limit)
        : base(column)
    {
        _limit = limit;
        _fields = [.. column.Children.Select(field => For(field, limit))];
        foreach (var field in column.Children)
        {
            _names.Add(field.Property);
        }
    }

    public override long ByteCount
    {
        get
        {
            long bytes = 0;
            foreach (var buffer in _fields)
            {
                bytes += buffer.ByteCount;
            }

            return bytes;
        }
    }

    public override void Clear()
    {
        base.Clear();
        Array.ForEach(_fields, field => field.Clear());
    }

    protected override bool TryAddValue(in BlittableValue value)
    {
        if (value.Kind != BlittableValueKind.Object)
        {
            return false;
        }

        _names.Begin();
        foreach (var property in value.EnumerateObject())
        {
            _limit.Count();
            var field = _names.Find(property.NameUtf8);
            if (field < 0 || _fields[field].Count != Count)
            {
                // A new property, or a name that the object contains twice.
                throw Mismatch(Column);
            }

            _fields[field].Add(property.Value);
        }

        AddMissing();
        return true;
    }

    protected override void AddEmpty() => AddMissing();

    protected override void WriteValues(nint vector, int first, int count)
    {
        for (var field = 0; field < _fields.Length; field++)
        {
            _fields[field].Write(NestedKernel.FieldOf(vector, field), first, count);
        }
    }

    private void AddMissing()
    {
        foreach (var field in _fields)
        {
            if (field.Count == Count)
            {
                field.AddNull();
            }
        }
    }
}
