using Blittable.DuckDB.Tables;

namespace Blittable.DuckDB.Scanning;

/// <summary>
/// Collects the values of a column, or of a field or element within it, from documents. Documents are read in ranges that are longer than a DuckDB chunk,
/// because reading a range of a columnar collection decodes whole blocks. Not thread-safe.
/// </summary>
/// <param name="column">The column.</param>
internal abstract class NestedBuffer(TableColumn column)
{
    private const int WordBits = 64, FirstWords = 32;

    private ulong[] _validity = new ulong[FirstWords];
    private bool _hasNulls;

    /// <summary>Gets the number of values.</summary>
    public int Count { get; private set; }

    /// <summary>Gets the approximate size in bytes of the values in a vector.</summary>
    public abstract long ByteCount { get; }

    /// <summary>Gets the column.</summary>
    protected TableColumn Column => column;

    /// <summary>Creates an empty buffer for a column.</summary>
    /// <param name="column">The column.</param>
    /// <param name="limit">Counts the values of the document that is read.</param>
    public static NestedBuffer For(TableColumn column, VisitLimit limit) => column.Kind switch
    {
        TableColumnType.Struct => new StructBuffer(column, limit),
        TableColumnType.List => new ListBuffer(column, limit),
        TableColumnType.Text or TableColumnType.Json => new StringBuffer(column),
        TableColumnType.Boolean => new FixedBuffer<bool>(column, FixedValues.TryGetBoolean),
        TableColumnType.Double => new FixedBuffer<double>(column, FixedValues.TryGetDouble, FixedValues.TryGetDoubles),
        TableColumnType.Integer => new FixedBuffer<long>(column, FixedValues.TryGetInteger, FixedValues.TryGetIntegers),
        TableColumnType.Decimal => new FixedBuffer<long>(column, FixedValues.TryGetDecimal),
        TableColumnType.WideDecimal => new FixedBuffer<Int128>(column, FixedValues.TryGetWideDecimal),
        TableColumnType.Day => new FixedBuffer<int>(column, FixedValues.TryGetDay),
        _ => new FixedBuffer<long>(column, FixedValues.TryGetTime),
    };

    /// <summary>Creates the exception for a value that is not of the type of the column.</summary>
    public static BlittableException Mismatch(TableColumn column) => new(
        BlittableErrorCode.WrongKind, $"A value at '{column.Path}' does not fit the type of its column. The collection changed after its columns were determined.");

    /// <summary>Adds a value.</summary>
    /// <exception cref="BlittableException">The type of the column cannot represent the value.</exception>
    public void Add(in BlittableValue value)
    {
        if (value.Kind == BlittableValueKind.Null || (value.Kind == BlittableValueKind.Binary && !value.TryGetBytes(out _)))
        {
            // A foreign extension has no form in SQL.
            AddNull();
        }
        else if (TryAddValue(value))
        {
            AddValidity(isValid: true);
        }
        else if (value.Kind == BlittableValueKind.Number && !DocumentDecimals.IsFinite(value))
        {
            AddNull();
        }
        else
        {
            throw Mismatch(column);
        }
    }

    /// <summary>Adds a null.</summary>
    public void AddNull()
    {
        AddEmpty();
        AddValidity(isValid: false);
        _hasNulls = true;
    }

    /// <summary>Adds the elements of an array at once. Returns false, and adds nothing, if they must be added one by one.</summary>
    public virtual bool TryAddAll(in BlittableValue array) => false;

    /// <summary>Removes all values.</summary>
    public virtual void Clear()
    {
        Count = 0;
        _hasNulls = false;
    }

    /// <summary>Writes a range of values to a vector.</summary>
    /// <param name="vector">The vector, whose capacity is at least the number of values.</param>
    /// <param name="first">The first value.</param>
    /// <param name="count">The number of values.</param>
    public void Write(nint vector, int first, int count)
    {
        if (_hasNulls && count > 0)
        {
            NestedKernel.WriteValidity(vector, _validity, first, count);
        }

        WriteValues(vector, first, count);
    }

    /// <summary>Adds a value that is not null. Returns false, and adds nothing, if the type of the column cannot represent the value.</summary>
    protected abstract bool TryAddValue(in BlittableValue value);

    /// <summary>Adds the place of a null.</summary>
    protected abstract void AddEmpty();

    protected abstract void WriteValues(nint vector, int first, int count);

    protected void AddValidity(bool isValid)
    {
        var word = Count / WordBits;
        if (word == _validity.Length)
        {
            Array.Resize(ref _validity, 2 * word);
        }

        var bit = 1UL << (Count % WordBits);
        _validity[word] = isValid ? _validity[word] | bit : _validity[word] & ~bit;
        Count++;
    }

    /// <summary>Adds the validity of several values that are not null.</summary>
    protected void AddValid(int count)
    {
        for (; count > 0 && Count % WordBits != 0; count--)
        {
            AddValidity(isValid: true);
        }

        // The bits after the last value are set when their values are added.
        var (word, words) = (Count / WordBits, (count + WordBits - 1) / WordBits);
        if (_validity.Length < word + words)
        {
            Array.Resize(ref _validity, Math.Max(word + words, 2 * _validity.Length));
        }

        _validity.AsSpan(word, words).Fill(ulong.MaxValue);
        Count += count;
    }
}
