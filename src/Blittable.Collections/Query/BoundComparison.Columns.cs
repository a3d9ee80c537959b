using Blittable.Columns;

namespace Blittable.Collections;

/// <content>Comparisons with the chunks of columns.</content>
internal sealed partial class BoundComparison
{
    private FilterOperator Comparison => _comparison == FilterOperator.NotEqual ? FilterOperator.Equal : _comparison;

    /// <summary>Sets the bits of the rows of the node's space that pass; for <see cref="FilterOperator.NotEqual"/> of those that are equal.</summary>
    private void EvaluateColumns(StripeNode node, GroupCursor cursor, Span<ulong> passed)
    {
        passed.Clear();
        var group = cursor.Group;
        switch (_value.Kind)
        {
            case QueryValueKind.Number when node.Numbers?.Chunk(group) is { Format: not ChunkFormat.Absent } chunk:
                EvaluateNumbers(chunk, node.Numbers.Open(group).Span, passed);
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

    private void EvaluateNumbers(ChunkInfo chunk, ReadOnlySpan<byte> bytes, Span<ulong> passed)
    {
        if (chunk.Format == ChunkFormat.Double)
        {
            if (_number.TryGetBounds(Comparison, out double low, out double high))
            {
                new ColumnReader<double>(bytes, verify: false).Select(low, high, passed);
            }
        }
        else if (_number.TryGetBounds(Comparison, chunk.Scale, out long low, out long high))
        {
            new ColumnReader<long>(bytes, verify: false).Select(low, high, passed);
        }
    }

    /// <summary>Each distinct string is looked at once.</summary>
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

    private Match PruneNumbers(ChunkInfo? chunk, int rows)
    {
        if (chunk is null or { Format: ChunkFormat.Absent })
        {
            return Match.None;
        }

        if (_comparison == FilterOperator.Equal && _number.TryGetHash(out var hash) && !chunk.MayContain(hash))
        {
            return Match.None;
        }

        if (chunk.Format == ChunkFormat.Double)
        {
            return _number.TryGetBounds(_comparison, out double low, out double high) && chunk.MaxDouble >= low && chunk.MinDouble <= high
                ? Match.Some
                : Match.None;
        }

        return _number.TryGetBounds(_comparison, chunk.Scale, out long first, out long last) ? Prune(chunk, first, last, rows) : Match.None;
    }

    private Match PruneStrings(ChunkInfo? chunk, int rows)
    {
        if (chunk is null or { Format: ChunkFormat.Absent } || (_comparison == FilterOperator.Equal && !chunk.MayContain(_text!.Hash)))
        {
            return Match.None;
        }

        var match = _text!.Prune(chunk.MinText, chunk.MaxText, chunk.IsMaxTextCut);
        return match == Match.All && chunk.Values != rows ? Match.Some : match;
    }

    private Match PruneBooleans(ChunkInfo? chunk, int rows)
    {
        if (chunk is null or { Format: ChunkFormat.Absent })
        {
            return Match.None;
        }

        var value = _value.GetBoolean() ? 1 : 0;
        return Comparison == FilterOperator.Equal ? Prune(chunk, value, value, rows) : Match.Some;
    }

    private Match PruneDates(ChunkInfo? chunk, int rows) =>
        chunk is null or { Format: ChunkFormat.Absent } || !TryGetDateBounds(_instant!.Value, chunk.Scale, out var low, out var high)
            ? Match.None
            : Prune(chunk, low, high, rows);

    private static Match Prune(ChunkInfo chunk, long low, long high, int rows) =>
        chunk.Max < low || chunk.Min > high ? Match.None
        : chunk.Min >= low && chunk.Max <= high && chunk.Values == rows ? Match.All
        : Match.Some;
}
