using Blittable.Collections.Numbers;
using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Rows;

/// <summary>Represents the results of an expression in the selected rows of a chunk group, as doubles with error bounds. Comparisons that the errors leave open
/// are decided exactly.</summary>
/// <remarks>Rows without a result have NaN. Rows with an unknown result, such as a string, have an infinite error.</remarks>
internal sealed class EstimateVector
{
    /// <summary>Twice the relative error of a rounded result.</summary>
    private const double Rounding = 1.0 / (1L << 52);

    /// <summary>The number of roundings of a decimal that is converted to a double: of its mantissa, of the power of ten, and of their product.</summary>
    private const int DecimalRoundings = 4;

    /// <summary>The range of magnitudes whose results stay within the range of doubles in the next operation.</summary>
    private const double Most = 1e150, Least = 1e-150;

    /// <summary>The limit up to which integers are exact as doubles.</summary>
    private const long MostInteger = 1L << 53;

    private double[] _values = [];
    private double[] _errors = [];
    private int _rows;

    /// <summary>An upper bound of the absolute results if all of them are integers that are exact as doubles; otherwise, infinity.</summary>
    private double _largestInteger;

    /// <summary>Gets the results.</summary>
    public ReadOnlySpan<double> Values => _values.AsSpan(0, _rows);

    /// <summary>Gets the error bounds of the results.</summary>
    public ReadOnlySpan<double> Errors => _errors.AsSpan(0, _rows);

    /// <summary>Sets all rows to a number.</summary>
    public bool TryFill(in ExactNumber number, int rows)
    {
        var value = number.ToDouble();
        if (!IsInRange(value) || (value == 0 && !number.IsZero))
        {
            return false;
        }

        Start(rows);
        var isInteger = number.TryGetInteger(out var integer) && integer is >= -MostInteger and <= MostInteger;
        _values.AsSpan(0, rows).Fill(value);
        _errors.AsSpan(0, rows).Fill(isInteger ? 0 : Math.Abs(value) * Rounding);
        _largestInteger = isInteger ? Math.Abs(value) : double.PositiveInfinity;
        return true;
    }

    /// <summary>Sets all rows to null.</summary>
    public void FillNull(int rows)
    {
        Start(rows);
        _values.AsSpan(0, rows).Fill(double.NaN);
        _errors.AsSpan(0, rows).Clear();
        _largestInteger = 0;
    }

    /// <summary>Loads numbers.</summary>
    /// <param name="numbers">The numbers.</param>
    /// <param name="areAll">True if rows without a number have no other value.</param>
    public bool TryLoad(NumberVector numbers, bool areAll)
    {
        if (!numbers.AreMantissas && !numbers.HasDoubles && !numbers.AreDecimals)
        {
            return false;
        }

        Start(numbers.Rows);
        var values = _values.AsSpan(0, _rows);
        if (numbers.AreDecimals)
        {
            numbers.CopyEstimates(values);
        }
        else
        {
            numbers.CopyDoubles(values);
        }

        var areIntegers = numbers.AreMantissas && numbers.Scale == 0 && numbers.Largest <= MostInteger;
        _largestInteger = areIntegers ? numbers.Largest : double.PositiveInfinity;
        var rounding = areIntegers ? 0 : numbers.AreDecimals ? DecimalRoundings * Rounding : Rounding;
        for (var row = 0; row < values.Length; row++)
        {
            _errors[row] = Math.Abs(values[row]) * rounding;
        }

        if (!numbers.AreMantissas)
        {
            for (var row = 0; row < values.Length; row++)
            {
                if (!IsInRange(values[row]) || (values[row] == 0 && (numbers.AreDecimals ? numbers.Decimal(row).Mantissa != 0 : numbers.HasText(row))))
                {
                    SetUnknown(row);
                }
            }
        }

        for (var row = 0; numbers.HasNulls && row < values.Length; row++)
        {
            if (!numbers.IsNull(row))
            {
                continue;
            }

            if (areAll)
            {
                (_values[row], _errors[row]) = (double.NaN, 0);
            }
            else
            {
                SetUnknown(row);
            }
        }

        return true;
    }

    public void Add(EstimateVector other, bool isSubtracted)
    {
        var sign = isSubtracted ? -1.0 : 1.0;
        _largestInteger += other._largestInteger;
        var rounding = EndIntegers() ? 0 : Rounding;
        var values = _values.AsSpan(0, _rows);
        var errors = _errors.AsSpan(0, values.Length);
        var others = other._values.AsSpan(0, values.Length);
        var otherErrors = other._errors.AsSpan(0, values.Length);
        for (var row = 0; row < values.Length; row++)
        {
            values[row] += sign * others[row];
            errors[row] += otherErrors[row] + (Math.Abs(values[row]) * rounding);
        }
    }

    public void Multiply(EstimateVector other)
    {
        _largestInteger *= other._largestInteger;
        var rounding = EndIntegers() ? 0 : Rounding;
        for (var row = 0; row < _rows; row++)
        {
            var (left, right) = (_values[row], other._values[row]);
            var (leftError, rightError) = (_errors[row], other._errors[row]);
            var product = left * right;
            _values[row] = product;
            _errors[row] = (Math.Abs(left) * rightError) + (Math.Abs(right) * leftError) + (leftError * rightError) + (Math.Abs(product) * rounding);
            CheckRange(row, isZero: left == 0 || right == 0, leftError + rightError);
        }
    }

    /// <summary>Divides. Rows with a divisor of zero have no result.</summary>
    public void Divide(EstimateVector other)
    {
        _largestInteger = double.PositiveInfinity;
        for (var row = 0; row < _rows; row++)
        {
            var (left, right) = (_values[row], other._values[row]);
            var (leftError, rightError) = (_errors[row], other._errors[row]);
            if (double.IsNaN(left) || double.IsNaN(right) || (right == 0 && rightError == 0))
            {
                (_values[row], _errors[row]) = (double.NaN, 0);
                continue;
            }

            var room = Math.Abs(right) - rightError;
            if (!(room > rightError) || !(leftError < Most))
            {
                SetUnknown(row);
                continue;
            }

            var quotient = left / right;
            _values[row] = quotient;
            _errors[row] = (((leftError + (Math.Abs(quotient) * rightError)) / room) + (Math.Abs(quotient) * Rounding)) * (1 + Rounding);
            CheckRange(row, isZero: left == 0, leftError + rightError);
        }
    }

    /// <summary>Replaces the results with their absolute values, which have the same errors.</summary>
    public void Abs()
    {
        foreach (ref var value in _values.AsSpan(0, _rows))
        {
            value = Math.Abs(value);
        }
    }

    /// <summary>Fills rows without a result from another vector.</summary>
    public void Coalesce(EstimateVector other)
    {
        _largestInteger = Math.Max(_largestInteger, other._largestInteger);
        for (var row = 0; row < _rows; row++)
        {
            if (double.IsNaN(_values[row]))
            {
                (_values[row], _errors[row]) = (other._values[row], other._errors[row]);
            }
        }
    }

    /// <summary>Takes the rows with the specified choice from another vector.</summary>
    public void Choose(EstimateVector other, ReadOnlySpan<int> choices, int choice)
    {
        _largestInteger = Math.Max(_largestInteger, other._largestInteger);
        for (var row = 0; row < _rows; row++)
        {
            if (choices[row] == choice)
            {
                (_values[row], _errors[row]) = (other._values[row], other._errors[row]);
            }
        }
    }

    private static bool IsInRange(double value) => Math.Abs(value) is 0 or (> Least and < Most);

    /// <summary>Marks a row as unknown if its result, or an operand, may have left the range of doubles.</summary>
    private void CheckRange(int row, bool isZero, double operandErrors)
    {
        var value = _values[row];
        if (double.IsNaN(value))
        {
            _errors[row] = 0;
        }
        else if (!(operandErrors < Most) || !(Math.Abs(value) < Most) || (!isZero && !(Math.Abs(value) > Least)))
        {
            SetUnknown(row);
        }
    }

    private void SetUnknown(int row) => (_values[row], _errors[row]) = (0, double.PositiveInfinity);

    /// <summary>Determines whether all results are still integers that are exact as doubles.</summary>
    private bool EndIntegers()
    {
        _largestInteger = _largestInteger <= MostInteger ? _largestInteger : double.PositiveInfinity;
        return double.IsFinite(_largestInteger);
    }

    private void Start(int rows)
    {
        _rows = rows;
        if (_values.Length < rows)
        {
            (_values, _errors) = (new double[rows], new double[rows]);
        }
    }
}
