using System.Runtime.InteropServices;
using Blittable.Collections.Query.Values;
using Blittable.Columns;
using Blittable.Layout;

namespace Blittable.Collections.Query.Groups;

/// <content>Numeric keys, and keys that are looked up by their distance from the smallest one of a batch.</content>
internal sealed partial class KeyTable
{
    /// <summary>The ids of computed numbers or dates in a narrow range, by their distance from the smallest one of a batch.</summary>
    private int[] _nearIds = [];

    private void ReadNumbers(NumberVector numbers, Span<int> ids)
    {
        switch (path.Numbers.Kind)
        {
            case NumberShapeKind.Exact when !numbers.IsAt(path.Numbers):
                Intern(numbers, ids);
                break;
            case NumberShapeKind.Exact when AreDistances:
                ReadDistances(numbers, ids);
                break;
            case NumberShapeKind.Exact when _direct.Length > 0:
                for (var row = 0; row < ids.Length; row++)
                {
                    if (!numbers.IsNull(row))
                    {
                        var index = Distance(numbers.Mantissas[row]);
                        ids[row] = _direct[index] is var id && id != 0 ? id : DirectId(index);
                    }
                }

                break;
            case NumberShapeKind.Exact:
                for (var row = 0; row < ids.Length; row++)
                {
                    ids[row] = numbers.IsNull(row) ? 0 : NumberId(numbers.Mantissas[row]);
                }

                break;
            default:
                Intern(numbers, ids);
                break;
        }
    }

    /// <summary>Looks up computed numbers by mantissa, as long as they have a common scale.</summary>
    private void ReadComputed(NumberVector numbers, Span<int> ids)
    {
        if (!numbers.AreMantissas)
        {
            Intern(numbers, ids);
            return;
        }

        if (_computedScale != numbers.Scale || _computed.Count > MostComputed)
        {
            _computed.Clear();
            _computedScale = numbers.Scale;
        }

        var mantissas = numbers.Mantissas;
        var range = AggregateKernel.Of(mantissas);
        if (mantissas.IsEmpty || (Int128)range.Max - range.Min >= mantissas.Length)
        {
            for (var row = 0; row < ids.Length; row++)
            {
                ids[row] = numbers.IsNull(row) ? 0 : ComputedId(numbers, row);
            }

            return;
        }

        // Mantissas in a narrow range are looked up by their distance from the smallest one.
        var span = (int)(range.Max - range.Min) + 1;
        _nearIds = _nearIds.Length < span ? new int[mantissas.Length] : _nearIds;
        var near = _nearIds.AsSpan(0, span);
        near.Clear();
        var hasNulls = numbers.HasNulls;
        for (var row = 0; row < ids.Length; row++)
        {
            if (hasNulls && numbers.IsNull(row))
            {
                continue;
            }

            ref var id = ref near[(int)(mantissas[row] - range.Min)];
            id = id != 0 ? id : ComputedId(numbers, row);
            ids[row] = id;
        }
    }

    /// <summary>Looks up dates by their distance from the smallest one of the batch, if they are in a narrow range. Consecutive rows often have the same
    /// date.</summary>
    private bool TryReadNear(ReadOnlySpan<long> dates, ReadOnlySpan<ulong> validity, Span<int> ids)
    {
        var (range, step) = (AggregateKernel.Of(dates), path.DateStep);
        var distance = (Int128)range.Max - range.Min;
        if (dates.IsEmpty || distance > QuotientKernel.Most || distance / step >= dates.Length)
        {
            return false;
        }

        var span = (int)((long)distance / step) + 1;
        _nearIds = _nearIds.Length < span ? new int[dates.Length] : _nearIds;
        var near = _nearIds.AsSpan(0, span);
        near.Clear();
        var hasNulls = MaskKernel.Count(validity) < dates.Length;
        long? previous = null;
        var id = 0;
        for (var row = 0; row < dates.Length; row++)
        {
            if (hasNulls && !MaskKernel.IsSet(validity, row))
            {
                continue;
            }

            var date = dates[row];
            if (date != previous)
            {
                // A division of doubles takes less time than a division of integers, and is exact for these.
                ref var known = ref near[(int)((double)(date - range.Min) / step)];
                known = known != 0 ? known : DateId(date);
                (previous, id) = (date, known);
            }

            ids[row] = id;
        }

        return true;
    }

    private int ComputedId(NumberVector numbers, int row)
    {
        ref var id = ref CollectionsMarshal.GetValueRefOrAddDefault(_computed, numbers.Mantissas[row], out var isKnown);
        id = isKnown ? id : Intern(numbers[row]);
        return id;
    }

    private void Intern(NumberVector numbers, Span<int> ids)
    {
        for (var row = 0; row < ids.Length; row++)
        {
            ids[row] = Intern(numbers[row]);
        }
    }

    private void ReadDistances(NumberVector numbers, Span<int> ids)
    {
        var mantissas = numbers.Mantissas;
        if (!numbers.HasNulls && CodeKernel.TryDistances(mantissas, path.Numbers.Min, _distances, ids))
        {
            return;
        }

        for (var row = 0; row < ids.Length; row++)
        {
            ids[row] = numbers.IsNull(row) ? 0 : 1 + Distance(mantissas[row]);
        }
    }

    /// <summary>Returns the distance of an integer from the smallest integer.</summary>
    private int Distance(long mantissa)
    {
        var distance = (ulong)(mantissa - path.Numbers.Min);
        if (distance >= path.Numbers.Span)
        {
            ThrowHelper.NumberOutOfBounds(mantissa, path.Numbers.Min, path.Numbers.Max);
        }

        return (int)distance;
    }
}
