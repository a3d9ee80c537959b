using Blittable.Columns;

namespace Blittable.Collections;

/// <summary>The decimals of numbers that are stored as doubles: tens of units, units, and the rows that have them. Reusable.</summary>
internal sealed class SmallDecimals
{
    private double[] _tens = [];
    private double[] _units = [];
    private ulong[] _ready = [];
    private int _rows;

    /// <summary>The tens of units of each row: up to 2^53.</summary>
    public ReadOnlySpan<double> Tens => _tens.AsSpan(0, _rows);

    /// <summary>The units of each row besides.</summary>
    public ReadOnlySpan<double> Units => _units.AsSpan(0, _rows);

    /// <summary>A bit for each row, set if the decimal is the row's number. Other numbers are read by themselves.</summary>
    public ReadOnlySpan<ulong> Ready => _ready.AsSpan(0, MaskKernel.Words(_rows));

    /// <summary>Goes to the numbers of another vector, which were stored as doubles.</summary>
    public void Load(NumberVector numbers)
    {
        _rows = numbers.Rows;
        if (_tens.Length < _rows)
        {
            (_tens, _units, _ready) = (new double[_rows], new double[_rows], new ulong[MaskKernel.Words(_rows)]);
        }

        DecimalKernel.Split(numbers.Doubles, _tens, _units, _ready);
        var validity = numbers.Validity;
        for (var word = 0; word < validity.Length; word++)
        {
            _ready[word] &= validity[word];
        }

        if (numbers.HasTexts)
        {
            for (var row = 0; row < _rows; row++)
            {
                _ready[row >> 6] &= ~(numbers.HasText(row) ? 1UL << row : 0);
            }
        }
    }
}
