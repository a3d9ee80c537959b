using System.Numerics;
using System.Runtime.Intrinsics;
using Blittable.Collections.Numbers;
using Blittable.Collections.Query.Groups;
using Blittable.Collections.Query.Values;
using Blittable.Columns;
using Blittable.Layout;

namespace Blittable.Collections.Query.Aggregates;

/// <content>Numbers that are not mantissas of a common scale. Decimals of doubles are summed in the two units of a frame.</content>
internal sealed partial class SumAccumulator
{
    /// <summary>The number of rows that are split and added at a time, so their parts stay in the L1 cache.</summary>
    private const int StepRows = GroupKernel.StepRows;

    /// <summary>The number of rows whose products are summed before they could overflow.</summary>
    private const int MostProductRows = 1 << 10;

    /// <summary>The inverse fraction of rows below which rows with the exponents of a frame are added individually.</summary>
    private const int FewRows = 64;

    /// <summary>The maximum number of frames that decimals are split in, starting with the largest decimals.</summary>
    private const int MostFrames = 3;

    /// <summary>The greatest power of ten whose product with a 64-bit number fits in 128 bits.</summary>
    private const int MostPower = 19;

    private readonly ulong[] _split = new ulong[StepRows / MaskKernel.WordRows];
    private Vector128<long>[] _parts = [];

    /// <summary>A bit for each row that was not added yet.</summary>
    private ulong[] _waiting = [];

    /// <summary>A bit for each of these rows that may be split.</summary>
    private ulong[] _allowed = [];

    private void AddOthers(NumberVector numbers, ReadOnlySpan<int> groups, int groupCount)
    {
        _others = Grown(_others, groupCount);
        if (numbers.AreDecimals && TryAddDecimals(numbers, groups, groupCount))
        {
            return;
        }

        var waiting = StartWaiting(numbers.Validity);
        if (numbers.HasDoubles)
        {
            AddDecimals(numbers, null, waiting, groups, groupCount);
        }

        AddOneByOne(numbers, null, waiting, groups);
    }

    /// <summary>Adds products of decimals of doubles with small mantissas. The products have at most 38 digits, so they are not rounded.</summary>
    private bool TryAddProducts(NumberVector left, NumberVector right, ReadOnlySpan<int> groups, int groupCount)
    {
        if (left.AreMantissas)
        {
            (left, right) = (right, left);
        }

        if (!left.HasDoubles || !right.AreMantissas || right.Largest > DecimalFrame.MostFactor)
        {
            return false;
        }

        _others = Grown(_others, groupCount);
        var waiting = StartWaiting(left.Validity);
        for (var word = 0; word < waiting.Length; word++)
        {
            waiting[word] &= right.Validity[word];
        }

        AddDecimals(left, right, waiting, groups, groupCount);
        AddOneByOne(left, right, waiting, groups);
        return true;
    }

    private Span<ulong> StartWaiting(ReadOnlySpan<ulong> validity)
    {
        _waiting = _waiting.Length < validity.Length ? new ulong[validity.Length] : _waiting;
        validity.CopyTo(_waiting);
        return _waiting.AsSpan(0, validity.Length);
    }

    /// <summary>Adds numbers one by one, or their products.</summary>
    private void AddOneByOne(NumberVector numbers, NumberVector? factors, ReadOnlySpan<ulong> waiting, ReadOnlySpan<int> groups)
    {
        for (var word = 0; word < waiting.Length; word++)
        {
            for (var bits = waiting[word]; bits != 0; bits &= bits - 1)
            {
                var row = (word << 6) + BitOperations.TrailingZeroCount(bits);
                var group = groups.IsEmpty ? 1 : groups[row];
                if (group != 0 && numbers.AreDecimals)
                {
                    AddDecimal(group, numbers.Decimal(row));
                    _mantissas[group].Count++;
                }
                else if (group != 0 && numbers.Number(row) is { IsFinite: true } number)
                {
                    AddOther(group, factors is null ? number : ExactNumber.Multiply(number, factors.Number(row)));
                    _mantissas[group].Count++;
                }
            }
        }
    }

    private void AddDecimal(int group, (Int128 Mantissa, int Exponent) number)
    {
        if (number.Mantissa == (long)number.Mantissa)
        {
            AddOther(group, new ExactNumber((long)number.Mantissa, number.Exponent));
        }
        else
        {
            (_others[group] ?? StartOthers(group)).Add(number.Mantissa, number.Exponent);
        }
    }

    private void AddOther(int group, in ExactNumber number)
    {
        if (number.IsSmall && _scale + number.Exponent is >= 0 and <= MostPower and { } power)
        {
            var scaled = number.Mantissa * PowerOfTen.Int128(power);
            var most = _mostCarried + Math.Abs((double)number.Mantissa * (double)PowerOfTen.Int128(power));
            if (most < MostCarried)
            {
                _mostCarried = most;
                _carried[group] += scaled;
                return;
            }
        }

        (_others[group] ?? StartOthers(group)).Add(number);
    }

    /// <summary>Adds decimals of doubles, or their products with mantissas, and removes their rows from the mask.</summary>
    private void AddDecimals(NumberVector numbers, NumberVector? factors, Span<ulong> waiting, ReadOnlySpan<int> groups, int groupCount)
    {
        if (!DecimalKernel.IsSupported)
        {
            return;
        }

        _parts = _parts.Length == 0 ? new Vector128<long>[StepRows] : _parts;
        _allowed = _allowed.Length < waiting.Length ? new ulong[waiting.Length] : _allowed;
        var allowed = _allowed.AsSpan(0, waiting.Length);
        waiting.CopyTo(allowed);
        numbers.ClearTexts(allowed);
        var top = DecimalKernel.ExponentOf(numbers.LargestDouble);
        for (var frames = 0; frames < MostFrames; frames++)
        {
            if (factors is null ? DecimalFrame.TryOfSums(top, out var frame) : DecimalFrame.TryOfProducts(top, out frame))
            {
                AddFrame(frame, numbers, factors, groups, groupCount);
            }

            for (var word = 0; word < allowed.Length; word++)
            {
                allowed[word] &= waiting[word];
            }

            if (MaskKernel.Count(allowed) <= numbers.Rows / FewRows)
            {
                break;
            }

            top = DecimalKernel.TopExponent(numbers.Doubles, allowed);
        }
    }

    private void AddFrame(in DecimalFrame frame, NumberVector numbers, NumberVector? factors, ReadOnlySpan<int> groups, int groupCount)
    {
        var scale = frame.Scale + (factors?.Scale ?? 0);
        Reach(scale, frame.Most * numbers.Rows * (factors?.Largest ?? 1));
        var power = PowerOfTen.Int128(_scale - scale);
        var highPower = power * PowerOfTen.Int128(frame.LowDigits);
        var blockRows = factors is null ? DecimalKernel.MostRows : MostProductRows;
        var areFew = groups.IsEmpty || GroupKernel.AreFew(groupCount, numbers.Rows);
        var cellCount = groups.IsEmpty ? 2 * GroupKernel.Lanes : areFew ? GroupKernel.Lanes * (groupCount + 1) : 0;
        _lanes = Grown(_lanes, cellCount);
        for (var block = 0; block < numbers.Rows; block += blockRows)
        {
            var end = Math.Min(block + blockRows, numbers.Rows);
            var lanes = _lanes.AsSpan(0, cellCount);
            lanes.Clear();
            for (var row = block; row < end; row += StepRows)
            {
                var count = Math.Min(StepRows, end - row);
                if (factors is null && (groups.IsEmpty || (areFew && GroupKernel.AreOne(groups.Slice(row, count)))))
                {
                    lanes[GroupKernel.Lanes * (groups.IsEmpty ? 1 : groups[row])] += Sum(frame, numbers, row, count);
                    continue;
                }

                var parts = Split(frame, numbers, factors, row, count);
                if (groups.IsEmpty)
                {
                    lanes[GroupKernel.Lanes] += DecimalKernel.Sum(parts);
                }
                else if (areFew)
                {
                    GroupKernel.Sum(groups.Slice(row, parts.Length), parts, lanes);
                }
                else
                {
                    AddParts(groups.Slice(row, parts.Length), parts, highPower, power);
                }
            }

            for (var group = 1; group < cellCount / GroupKernel.Lanes; group++)
            {
                var own = lanes.Slice(GroupKernel.Lanes * group, GroupKernel.Lanes);
                AddParts(group, own[0] + own[1] + (own[2] + own[3]), highPower, power);
            }
        }
    }

    /// <summary>Splits the selected rows and removes them from the mask.</summary>
    private ReadOnlySpan<Vector128<long>> Split(in DecimalFrame frame, NumberVector numbers, NumberVector? factors, int row, int count)
    {
        var parts = _parts.AsSpan(0, count);
        DecimalKernel.Split(numbers.Doubles.Slice(row, count), _allowed.AsSpan(row / MaskKernel.WordRows), frame, _parts, _split);
        Done(row, count);
        if (factors is not null)
        {
            DecimalKernel.Multiply(parts, factors.Mantissas.Slice(row, count));
        }

        return parts;
    }

    /// <summary>Sums the parts of the selected rows and removes the rows from the mask.</summary>
    private Vector128<long> Sum(in DecimalFrame frame, NumberVector numbers, int row, int count)
    {
        var sum = DecimalKernel.Sum(numbers.Doubles.Slice(row, count), _allowed.AsSpan(row / MaskKernel.WordRows), frame, _split);
        Done(row, count);
        return sum;
    }

    private void Done(int row, int count)
    {
        for (var word = 0; word < MaskKernel.Words(count); word++)
        {
            _waiting[(row / MaskKernel.WordRows) + word] &= ~_split[word];
        }
    }

    private void AddParts(ReadOnlySpan<int> groups, ReadOnlySpan<Vector128<long>> parts, Int128 highPower, Int128 power)
    {
        for (var row = 0; row < groups.Length; row++)
        {
            AddParts(groups[row], parts[row], highPower, power);
        }
    }

    private void AddParts(int group, Vector128<long> sum, Int128 highPower, Int128 power)
    {
        var (high, low, rows) = DecimalKernel.ReadSum(sum);
        _carried[group] += (high * highPower) + (low * power);
        _mantissas[group].Count += rows;
    }
}
