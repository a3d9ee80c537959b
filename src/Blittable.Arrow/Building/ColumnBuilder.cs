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
    private BatchContext _context = null!;

    /// <summary>Gets the number of values in the current batch, including nulls.</summary>
    public int Count { get; private set; }

    /// <summary>Gets the number of nulls in the current batch.</summary>
    protected int NullCount { get; private set; }

    /// <summary>Creates the builder of a column.</summary>
    /// <param name="plan">The column.</param>
    /// <param name="context">The state of the batch, whose size the builder increases by the size of each value.</param>
    public static ColumnBuilder For(FieldPlan plan, BatchContext context) => Attach(ForKind(plan, context), plan.Given, context);

    /// <summary>Sets the field of a given schema, if there is one, and the state of the batch.</summary>
    protected static T Attach<T>(T builder, GivenField? given, BatchContext context)
        where T : ColumnBuilder
    {
        (builder._given, builder._context) = (given, context);
        return builder;
    }

    private static ColumnBuilder ForKind(FieldPlan plan, BatchContext context) => plan.Kind switch
    {
        FieldKind.Integer => ForInteger(plan.Given!.Field.DataType),
        FieldKind.Single => new SingleBuilder(),
        FieldKind.Boolean => new BooleanBuilder(),
        FieldKind.Int64 => new Int64Builder(),
        FieldKind.Decimal => new DecimalBuilder(plan),
        FieldKind.Double => new DoubleBuilder(),
        FieldKind.Day => new DayBuilder(),
        FieldKind.Instant => new InstantBuilder(plan),
        FieldKind.Time => new TimeBuilder((TimeBasedType)plan.Given!.Field.DataType),
        FieldKind.Guid => new FixedBytesBuilder(plan.Given!.Field.DataType, isGuid: true),
        FieldKind.FixedBinary => new FixedBytesBuilder(plan.Given!.Field.DataType, isGuid: false),
        FieldKind.Map => new MapBuilder(plan, context),
        FieldKind.String => new StringBuilder(),
        FieldKind.Binary => new BinaryBuilder(),
        FieldKind.Struct => new StructBuilder(plan, context),
        FieldKind.List => new ListBuilder(plan, context),
        _ => new JsonBuilder(plan.Name, plan.HasNullTexts),
    };

    /// <summary>
    /// Adds a value. A JSON null becomes an Arrow null, except in a column that stores JSON nulls as text, and so does a value that its column in a given schema
    /// cannot store, if the caller requests that.
    /// </summary>
    /// <exception cref="BlittableException">The caller specified the schema, and the column cannot store the value exactly.</exception>
    public virtual void Add(in BlittableValue value)
    {
        if (value.Kind == BlittableValueKind.Null)
        {
            AddNull();
            return;
        }

        if (_given is { } given && FaultOf(given, value) is { } fault)
        {
            AddUnfit(given, fault);
            return;
        }

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
        if (_given is { Field.IsNullable: false } given)
        {
            throw given.MissingIn(_context.Row);
        }

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

    private void AddUnfit(GivenField given, BlittableException fault)
    {
        if (_context.OnUnfitValue is not { } onUnfitValue || !given.Field.IsNullable)
        {
            throw fault;
        }

        onUnfitValue(given.Path, Row, fault.Message);
        AddPlaceholder();
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
    protected void Grow(long bytes) => _context.Bytes += bytes;

    /// <summary>Gets the row number of the current document, for messages.</summary>
    protected long Row => _context.Row;

    /// <summary>Gets a value that indicates whether values that the column cannot store become nulls.</summary>
    protected bool ReplacesUnfitValues => _context.OnUnfitValue is not null;

    /// <summary>Creates the exception for a value that the column of a given schema cannot store. Returns null if the column can store the value.</summary>
    protected virtual BlittableException? FaultOf(GivenField given, in BlittableValue value) => given.Accepts(value) ? null : given.FaultOf(value, Row);

    protected abstract void AddValue(in BlittableValue value);

    protected abstract void AddValue(in QueryValue value);

    /// <summary>Appends a placeholder value for a null.</summary>
    protected abstract void AddNoValue();

    protected abstract ArrayData BuildValues(int length, int nulls, ArrowBuffer validity);
}
