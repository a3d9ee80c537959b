using Blittable.Collections.Numbers;
using Blittable.Collections.Stripes;
using Blittable.Columns;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable.Collections.Query.Values;

/// <summary>Represents the numbers of the selected rows of a chunk group, as mantissas of a common scale, doubles, decimals, or single numbers. Rows without a number
/// have mantissa 0.</summary>
internal sealed partial class NumberVector
{
    private long[] _mantissas = [];
    private QueryValue[] _values = [];
    private double[] _doubles = [];
    private ulong[] _validity = [];
    private StringBatch? _texts;
    private Form _form;

    private enum Form
    {
        /// <summary>Mantissas of a common scale.</summary>
        Mantissas,

        /// <summary>Doubles, and the number texts of rows whose text is not the shortest form of the double.</summary>
        Doubles,

        /// <summary>Computed decimals of at most 128 bits with an exponent for each row.</summary>
        Decimals,

        /// <summary>Numbers of any size.</summary>
        Values,
    }

    public int Rows { get; private set; }

    /// <summary>Gets the number of rows that have a number.</summary>
    public int Values { get; private set; }

    /// <summary>Gets a value that indicates whether the numbers are <see cref="Mantissas"/>. If not, each is read by its row.</summary>
    public bool AreMantissas => _form == Form.Mantissas;

    /// <summary>Gets a value that indicates whether the numbers were stored with their nearest doubles.</summary>
    public bool HasDoubles => _form == Form.Doubles;

    /// <summary>Gets the number of fraction digits of the mantissas.</summary>
    public int Scale { get; private set; }

    /// <summary>Gets an upper bound of the absolute values of the mantissas.</summary>
    public ulong Largest { get; private set; }

    /// <summary>Gets the greatest absolute value of the doubles, if the numbers are stored with them.</summary>
    public double LargestDouble { get; private set; }

    public bool HasNulls => Values != Rows;

    public Span<long> Mantissas => _mantissas.AsSpan(0, Rows);

    /// <summary>Gets the nearest doubles, if the numbers are stored with them.</summary>
    public Span<double> Doubles => _doubles.AsSpan(0, Rows);

    /// <summary>Gets one bit per row, set if it has a number.</summary>
    public Span<ulong> Validity => _validity.AsSpan(0, MaskKernel.Words(Rows));

    /// <summary>Gets a value that indicates whether the numbers are mantissas at the scale of a shape.</summary>
    public bool IsAt(in NumberShape shape) => AreMantissas && shape.Kind == NumberShapeKind.Exact && Scale == shape.Scale;

    public bool IsNull(int row) => HasNulls && !MaskKernel.IsSet(Validity, row);

    /// <summary>Starts a batch of mantissas, to be filled in by the caller.</summary>
    public void StartExact(int rows, int scale, ulong largest)
    {
        Start(rows, Form.Mantissas);
        Scale = scale;
        Largest = largest;
        Grow(ref _mantissas, rows);
    }

    /// <summary>Updates <see cref="Largest"/> for a mantissa that was filled in.</summary>
    public void Include(long mantissa) => Largest = Math.Max(Largest, (ulong)Int128.Abs(mantissa));

    /// <summary>Starts a batch of numbers stored as doubles, to be filled in by the caller.</summary>
    /// <param name="rows">The number of rows.</param>
    /// <param name="texts">The texts of rows whose double does not determine them, or null if there are none.</param>
    /// <param name="largest">The greatest absolute value of the doubles.</param>
    public void StartDoubles(int rows, StringBatch? texts, double largest)
    {
        Start(rows, Form.Doubles);
        LargestDouble = largest;
        _texts = texts;
        Grow(ref _doubles, rows);
    }

    /// <summary>Starts a batch of numbers of any size, to be set by the caller.</summary>
    public void StartValues(int rows)
    {
        Start(rows, Form.Values);
        Grow(ref _values, rows);
    }

    /// <summary>Sets the number of a row, or null.</summary>
    public void Set(int row, in QueryValue value)
    {
        _values[row] = value.Kind == QueryValueKind.Number ? value : QueryValue.Null;
        if (value.Kind != QueryValueKind.Number)
        {
            _validity[row >> 6] &= ~(1UL << row);
        }
    }

    /// <summary>Counts the values after <see cref="Validity"/> was filled in.</summary>
    public void CountValues() => Values = MaskKernel.Count(Validity);

    /// <summary>Starts a batch without numbers.</summary>
    public void Clear(int rows)
    {
        StartExact(rows, 0, 0);
        Mantissas.Clear();
        Validity.Clear();
        Values = 0;
    }

    /// <summary>Converts mantissas to a larger scale, at which all of them must fit.</summary>
    public void Rescale(int scale)
    {
        if (scale != Scale)
        {
            var power = PowerOfTen.Int64(scale - Scale);
            ProductKernel.Multiply(Mantissas, power);
            Scale = scale;
            Largest *= (ulong)power;
        }
    }

    /// <summary>Copies the nearest double of each row; 0 for rows without a number.</summary>
    public void CopyDoubles(Span<double> doubles)
    {
        if (AreMantissas)
        {
            NearestDoubles(Mantissas, Scale, Largest, doubles);
            return;
        }

        if (AreDecimals)
        {
            CopyNearest(doubles);
            return;
        }

        for (var row = 0; row < Rows; row++)
        {
            doubles[row] = IsNull(row) ? 0 : HasDoubles ? _doubles[row] : this[row].GetDouble();
        }
    }

    /// <summary>Replaces the rows with the rows at the specified positions, which may repeat.</summary>
    public void Repeat(ReadOnlySpan<int> places)
    {
        var validity = new ulong[MaskKernel.Words(places.Length)];
        for (var row = 0; row < places.Length; row++)
        {
            validity[row >> 6] |= (MaskKernel.IsSet(_validity, places[row]) ? 1UL : 0) << row;
        }

        switch (_form)
        {
            case Form.Mantissas:
                _mantissas = Repeat<long>(_mantissas, places);
                break;
            case Form.Doubles:
                _doubles = Repeat<double>(_doubles, places);
                _texts?.Repeat(places);
                break;
            case Form.Decimals:
                _decimals = Repeat<Int128>(_decimals, places);
                _exponents = Repeat<int>(_exponents, places);
                break;
            default:
                _values = Repeat<QueryValue>(_values, places);
                break;
        }

        (Rows, _validity, _areSmallsLoaded) = (places.Length, validity, false);
        CountValues();
    }

    public void CopyFrom(NumberVector other)
    {
        if (other.AreMantissas)
        {
            StartExact(other.Rows, other.Scale, other.Largest);
            other.Mantissas.CopyTo(Mantissas);
            other.Validity.CopyTo(Validity);
        }
        else if (other.HasDoubles && !other.HasTexts)
        {
            StartDoubles(other.Rows, texts: null, other.LargestDouble);
            other.Doubles.CopyTo(Doubles);
            other.Validity.CopyTo(Validity);
        }
        else
        {
            StartValues(other.Rows);
            for (var row = 0; row < Rows; row++)
            {
                Set(row, other[row]);
            }
        }

        Values = other.Values;
    }

    /// <summary>Gets a value that indicates whether some rows may have texts other than the shortest of their nearest doubles.</summary>
    public bool HasTexts => HasDoubles && _texts is not null;

    /// <summary>Determines whether the number of a row, in a vector with doubles, has a text other than the shortest of its nearest double.</summary>
    public bool HasText(int row) => HasTexts && !_texts!.IsNull(row);

    /// <summary>Clears the bits of the rows for which <see cref="HasText"/> is true.</summary>
    public void ClearTexts(Span<ulong> mask)
    {
        if (!HasTexts)
        {
            return;
        }

        // Such texts are rare, so searching for the next one is fast.
        var codes = _texts!.Codes[..Rows];
        for (var row = codes.IndexOfAnyExcept(StringBatch.NullCode); row >= 0;)
        {
            mask[row >> 6] &= ~(1UL << row);
            var next = codes[(row + 1)..].IndexOfAnyExcept(StringBatch.NullCode);
            row = next < 0 ? next : row + 1 + next;
        }
    }

    /// <summary>Returns the number of a row, without its text; zero if it has none.</summary>
    public ExactNumber Number(int row) =>
        IsNull(row) ? default
        : AreMantissas ? new ExactNumber(_mantissas[row], -Scale)
        : AreDecimals ? ExactNumber.OfExact(_decimals[row], _exponents[row])
        : HasDoubles && !HasText(row) && ShortestDecimal.TryGet(_doubles[row], out var mantissa, out var exponent) ? new ExactNumber(mantissa, exponent)
        : this[row].Number;

    /// <summary>Gets the number of a row. Mantissas are returned as computed numbers, because the vector lacks the fraction digits of their texts.</summary>
    public QueryValue this[int row] =>
        IsNull(row) ? QueryValue.Null
        : AreMantissas ? QueryValue.FromMantissa(_mantissas[row], Scale, TextForm.Trimmed)
        : AreDecimals ? QueryValue.FromNumber(Number(row))
        : !HasDoubles ? _values[row]
        : _texts is null || _texts.IsNull(row) ? QueryValue.FromDouble(_doubles[row])
        : QueryValue.FromNumberText(_texts[row]);

    /// <summary>Divides mantissas by a power of ten, correctly rounded.</summary>
    private static void NearestDoubles(ReadOnlySpan<long> mantissas, int scale, ulong largest, Span<double> values)
    {
        const ulong mostExact = 1UL << 53;
        if (largest <= mostExact)
        {
            ScaleKernel.ToDoubles(mantissas, PowerOfTen.Int64(scale), values);
            return;
        }

        for (var i = 0; i < mantissas.Length; i++)
        {
            var value = DecimalToDouble.Convert((ulong)Int128.Abs(mantissas[i]), -scale);
            values[i] = mantissas[i] < 0 ? -value : value;
        }
    }

    private static T[] Repeat<T>(T[] values, ReadOnlySpan<int> places)
    {
        var repeated = new T[places.Length];
        for (var row = 0; row < places.Length; row++)
        {
            repeated[row] = values[places[row]];
        }

        return repeated;
    }

    private static void Grow<T>(ref T[] array, int count)
    {
        if (array.Length < count)
        {
            array = new T[count];
        }
    }

    private void Start(int rows, Form form)
    {
        Rows = rows;
        _form = form;
        _areSmallsLoaded = false;
        Grow(ref _validity, MaskKernel.Words(rows));
        MaskKernel.SetAll(Validity, rows);
        Values = rows;
    }
}
