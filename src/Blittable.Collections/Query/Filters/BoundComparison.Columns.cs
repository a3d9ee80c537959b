using Blittable.Collections.Numbers;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;
using Blittable.Collections.Stripes;
using Blittable.Columns;

namespace Blittable.Collections.Query.Filters;

/// <content>Comparisons with column chunks.</content>
internal sealed partial class BoundComparison
{
    private FilterOperator Comparison => _comparison == FilterOperator.NotEqual ? FilterOperator.Equal : _comparison;

    /// <summary>Sets the bits of matching rows in the node's space. For <see cref="FilterOperator.NotEqual"/>, sets the bits of equal rows.</summary>
    private void EvaluateColumns(StripeNode node, GroupCursor cursor, Span<ulong> passed)
    {
        passed.Clear();
        var group = cursor.Group;
        switch (_value.Kind)
        {
            case QueryValueKind.Number when node.Numbers?.Chunk(group) is { Format: not ChunkFormat.Absent } chunk:
                EvaluateNumbers(chunk, node.Numbers, cursor, passed);
                break;
            case QueryValueKind.Boolean when node.Booleans?.Chunk(group) is { Format: not ChunkFormat.Absent }:
                new ColumnReader<bool>(node.Booleans.Open(group).Span, verify: false).Select(_value.GetBoolean(), _value.GetBoolean(), passed);
                break;
            case QueryValueKind.String when node.Strings?.Chunk(group) is { Format: not ChunkFormat.Absent }:
                EvaluateStrings(node.Strings, cursor, passed);
                break;
        }

        if (_instant is { } instant && node.Dates?.Chunk(group) is { Format: not ChunkFormat.Absent } dates
            && TryGetDateBounds(instant, dates.Scale, out var low, out var high))
        {
            EvaluateDates(new ColumnReader<long>(node.Dates.Open(group).Span, verify: false), low, high, cursor, passed);
        }
    }

    private void EvaluateNumbers(ChunkInfo chunk, StripeColumn column, GroupCursor cursor, Span<ulong> passed)
    {
        if (chunk.Format == ChunkFormat.Double)
        {
            EvaluateDoubles(chunk, column, cursor, passed);
        }
        else if (_number.TryGetBounds(Comparison, chunk.Scale, out var low, out var high))
        {
            new ColumnReader<long>(column.Open(cursor.Group).Span, verify: false).Select(low, high, passed);
        }
    }

    /// <summary>Compares numbers by their nearest doubles, whose order is the same. Only numbers with the same double as the literal are compared
    /// exactly.</summary>
    private void EvaluateDoubles(ChunkInfo chunk, StripeColumn column, GroupCursor cursor, Span<ulong> passed)
    {
        var reader = new ColumnReader<double>(column.Open(cursor.Group).Span, verify: false);
        var (low, high) = chunk.Form == TextForm.Texts ? _number.Bounds(Comparison) : _number.ShortestBounds(Comparison);
        if (!(low <= high))
        {
            return;
        }

        reader.Select(low, high, passed);
        if (chunk.Form == TextForm.Texts && !double.IsNaN(_number.Nearest))
        {
            var rented = cursor.RentMask(passed.Length);
            var near = rented.AsSpan(0, passed.Length);
            near.Clear();
            if (reader.Select(_number.Nearest, _number.Nearest, near) > 0)
            {
                KeepExact(column, cursor.Group, near, passed);
            }

            cursor.Return(rented);
        }
    }

    /// <summary>Clears the bits of numbers that have the same nearest double as the literal but do not match.</summary>
    private void KeepExact(StripeColumn column, int group, ReadOnlySpan<ulong> near, Span<ulong> passed)
    {
        var passesShortest = double.IsFinite(_number.Nearest) && _number.Passes(Comparison, ExactNumber.OfDouble(_number.Nearest));
        var texts = new StringColumnReader(column.OpenForms(group).Span, verify: false);
        Span<byte> scratch = stackalloc byte[64];
        for (var word = 0; word < near.Length; word++)
        {
            for (var bits = near[word]; bits != 0; bits &= bits - 1)
            {
                var row = (word * MaskKernel.WordRows) + System.Numerics.BitOperations.TrailingZeroCount(bits);
                var passes = texts.TryGet(row, scratch, out var text)
                    ? _number.Passes(Comparison, ExactNumber.Parse(text))
                    : passesShortest;
                passed[word] &= passes ? ulong.MaxValue : ~(1UL << row);
            }
        }
    }

    /// <summary>Compares strings, each distinct string once.</summary>
    private void EvaluateStrings(StripeColumn column, GroupCursor cursor, Span<ulong> passed)
    {
        var batch = cursor.Strings;
        column.ReadStrings(cursor.Group, batch);
        CodeKernel.Select(batch.Codes, cursor.Matches(this, batch, _text!.MatchAll), passed);
    }

    private static void EvaluateDates(ColumnReader<long> reader, long low, long high, GroupCursor cursor, Span<ulong> passed)
    {
        var rented = cursor.RentMask(passed.Length);
        reader.Select(low, high, rented);
        for (var i = 0; i < passed.Length; i++)
        {
            passed[i] |= rented[i];
        }

        cursor.Return(rented);
    }

    private bool TryGetDateBounds(Int128 instant, int unit, out long low, out long high)
    {
        var floor = DateCount.Floor(instant, unit, out var isExact);
        return BoundsOf.Count(Comparison, floor, isExact, out low, out high);
    }

    /// <summary>Returns the fraction of rows that match if the numbers or dates of a chunk are distributed evenly between its bounds.</summary>
    private double? EvenFraction(StripeNode node, GroupCursor cursor)
    {
        var rows = cursor.Stripe.GroupRows(cursor.Group);
        if (_value.Kind == QueryValueKind.Number && node.Numbers?.Chunk(cursor.Group) is { Format: not ChunkFormat.Absent } numbers)
        {
            var (least, most) = _number.Bounds(Comparison);
            return numbers.Format == ChunkFormat.Double ? Share(least, most, numbers.MinDouble, numbers.MaxDouble, 0, numbers.Values) / rows
                : _number.TryGetBounds(Comparison, numbers.Scale, out var first, out var last) ? Share(first, last, numbers.Min, numbers.Max, 1, numbers.Values) / rows
                : 0;
        }

        return _instant is { } instant && node.Dates?.Chunk(cursor.Group) is { Format: not ChunkFormat.Absent } dates
            ? TryGetDateBounds(instant, dates.Scale, out var low, out var high) ? Share(low, high, dates.Min, dates.Max, 1, dates.Values) / rows : 0
            : null;
    }

    /// <summary>Returns the expected number of values between two bounds, at least one.</summary>
    /// <param name="low">The lower bound.</param>
    /// <param name="high">The upper bound.</param>
    /// <param name="min">The smallest value.</param>
    /// <param name="max">The greatest value.</param>
    /// <param name="step">The distance of adjacent values; 0 for doubles.</param>
    /// <param name="values">The number of values.</param>
    private static double Share(double low, double high, double min, double max, double step, int values)
    {
        var (covered, span) = (Math.Min(high, max) - Math.Max(low, min) + step, max - min + step);
        return covered >= span ? values : Math.Clamp(values * covered / span, Math.Min(1, values), values);
    }

    private Match PruneNumbers(StripeColumn? column, int group, int rows)
    {
        if (column?.Chunk(group) is not { Format: not ChunkFormat.Absent } chunk)
        {
            return Match.None;
        }

        if (chunk.Format == ChunkFormat.Double)
        {
            var (low, high) = _number.Bounds(_comparison);
            return chunk.MaxDouble >= low && chunk.MinDouble <= high ? Match.Some : Match.None;
        }

        return _number.TryGetBounds(_comparison, chunk.Scale, out var first, out var last) ? Filtered(Prune(chunk, first, last, rows), column, group, _hash) : Match.None;
    }

    private Match PruneStrings(StripeColumn? column, int group, int rows)
    {
        if (column?.Chunk(group) is not { Format: not ChunkFormat.Absent } chunk)
        {
            return Match.None;
        }

        var match = Filtered(_text!.Prune(chunk.MinText, chunk.MaxText, chunk.IsMaxTextCut), column, group, _hash);
        return match == Match.All && chunk.Values != rows ? Match.Some : match;
    }

    /// <summary>Returns <see cref="Match.None"/> if the membership filter of a chunk excludes the value. Bounds come first, because they are in memory.</summary>
    private static Match Filtered(Match match, StripeColumn column, int group, ulong? hash) =>
        match == Match.Some && hash is { } sought && !column.MayContain(group, sought) ? Match.None : match;

    private Match PruneBooleans(ChunkInfo? chunk, int rows)
    {
        if (chunk is null or { Format: ChunkFormat.Absent })
        {
            return Match.None;
        }

        var value = _value.GetBoolean() ? 1 : 0;
        return Comparison == FilterOperator.Equal ? Prune(chunk, value, value, rows) : Match.Some;
    }

    private Match PruneDates(StripeColumn? column, int group, int rows) =>
        column?.Chunk(group) is not { Format: not ChunkFormat.Absent } chunk || !TryGetDateBounds(_instant!.Value, chunk.Scale, out var low, out var high)
            ? Match.None
            : Filtered(Prune(chunk, low, high, rows), column, group, _dateHash);

    private static Match Prune(ChunkInfo chunk, long low, long high, int rows) =>
        chunk.Max < low || chunk.Min > high ? Match.None
        : chunk.Min >= low && chunk.Max <= high && chunk.Values == rows ? Match.All
        : Match.Some;
}
