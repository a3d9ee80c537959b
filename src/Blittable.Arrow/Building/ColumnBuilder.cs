using Apache.Arrow;
using Apache.Arrow.Types;
using Blittable.Arrow.Schemas;
using Blittable.Collections;

namespace Blittable.Arrow.Building;

/// <summary>Builds the Arrow arrays of a column. Not thread-safe.</summary>
internal abstract class ColumnBuilder
{
    private ArrowBuffer.BitmapBuilder _validity = new();
    private GivenField? _given;
    private BatchSize _size = null!;

    /// <summary>Gets the number of values in the current batch, including nulls.</summary>
    public int Count { get; private set; }

    /// <summary>Gets the number of nulls in the current batch.</summary>
    protected int NullCount { get; private set; }

    /// <summary>Creates the builder of a column.</summary>
    /// <param name="plan">The column.</param>
    /// <param name="size">The size of the batch, which the builder increases by the size of each value.</param>
    public static ColumnBuilder For(FieldPlan plan, BatchSize size)
    {
        var builder = ForKind(plan, size);
        builder._given = plan.Given;
        builder._size = size;
        return builder;
    }

    private static ColumnBuilder ForKind(FieldPlan plan, BatchSize size) => plan.Kind switch
    {
        FieldKind.Integer => ForInteger(plan.Given!.Field.DataType),
        FieldKind.Single => new SingleBuilder(),
        FieldKind.Boolean => new BooleanBuilder(),
        FieldKind.Int64 => new Int64Builder(),
        FieldKind.Decimal => new DecimalBuilder(plan),
        FieldKind.Double => new DoubleBuilder(),
        FieldKind.Day => new DayBuilder(),
        FieldKind.Instant => new InstantBuilder(plan),
        FieldKind.String => new StringBuilder(),
        FieldKind.Binary => new BinaryBuilder(),
        FieldKind.Struct => new StructBuilder(plan, size),
        FieldKind.List => new ListBuilder(plan, size),
        _ => new JsonBuilder(plan.HasNullTexts),
    };

    /// <summary>Adds a value. A JSON null becomes an Arrow null, except in a column that stores JSON nulls as text.</summary>
    /// <exception cref="BlittableException">The caller specified the schema, and the column cannot store the value exactly.</exception>
    public virtual void Add(in BlittableValue value)
    {
        if (value.Kind == BlittableValueKind.Null)
        {
            AddNull();
            return;
        }

        _given?.Check(value);
        AddValidity(isValid: true);
        AddValue(value);
    }

    /// <summary>Adds a value of a selection.</summary>
    public virtual void Add(in QueryValue value)
    {
        if (value.Kind == QueryValueKind.Null)
        {
            AddNull();
            return;
        }

        AddValidity(isValid: true);
        AddValue(value);
    }

    /// <summary>Adds a null.</summary>
    /// <exception cref="BlittableException">The caller specified the schema, and the column is not nullable.</exception>
    public void AddNull()
    {
        _given?.CheckNull();
        AddPlaceholder();
    }

    /// <summary>Adds a placeholder for a value whose struct is null.</summary>
    public void AddPlaceholder()
    {
        AddValidity(isValid: false);
        AddNoValue();
    }

    /// <summary>Returns the array of the current batch and starts the next one.</summary>
    public ArrayData Build()
    {
        var (length, nulls, validity) = (Count, NullCount, _validity.Build());
        _validity = new();
        (Count, NullCount) = (0, 0);
        return BuildValues(length, nulls, nulls == 0 ? ArrowBuffer.Empty : validity);
    }

    private static ColumnBuilder ForInteger(IArrowType type) => type switch
    {
        Int8Type => new IntegerBuilder<sbyte>(type),
        Int16Type => new IntegerBuilder<short>(type),
        Int32Type => new IntegerBuilder<int>(type),
        UInt8Type => new IntegerBuilder<byte>(type),
        UInt16Type => new IntegerBuilder<ushort>(type),
        UInt32Type => new IntegerBuilder<uint>(type),
        _ => new IntegerBuilder<ulong>(type),
    };

    protected void AddValidity(bool isValid)
    {
        _validity.Append(isValid);
        Grow(1);
        Count++;
        NullCount += isValid ? 0 : 1;
    }

    /// <summary>Increases the size of the batch.</summary>
    protected void Grow(long bytes) => _size.Bytes += bytes;

    protected abstract void AddValue(in BlittableValue value);

    protected abstract void AddValue(in QueryValue value);

    /// <summary>Appends a placeholder value for a null.</summary>
    protected abstract void AddNoValue();

    protected abstract ArrayData BuildValues(int length, int nulls, ArrowBuffer validity);
}
