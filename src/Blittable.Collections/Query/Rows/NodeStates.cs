using System.Buffers;
using Blittable.Collections.Stripes;

namespace Blittable.Collections.Query.Rows;

/// <summary>Filters by what a node is in each row, rather than by its values.</summary>
internal static class NodeStates
{
    /// <summary>Determines whether a node's rows are the elements of arrays rather than documents.</summary>
    public static bool IsBelowArray(StripeNode? node) => node is { Space.Parent: not null };

    /// <summary>Returns null that says what a row has; a scalar is any that is not null.</summary>
    public static QueryValue ToValue(NodeState state) => state switch
    {
        NodeState.Missing => QueryValue.Missing,
        NodeState.Null => QueryValue.Null,
        NodeState.Object or NodeState.Array => QueryValue.Container,
        _ => QueryValue.FromBoolean(true),
    };

    /// <summary>Clears the bits of rows whose state does not pass.</summary>
    public static void Keep(StripeNode node, GroupCursor cursor, Span<ulong> mask, Func<NodeState, bool> passes)
    {
        if (node.TryGetConstantState(cursor.Group, out var constant))
        {
            if (!passes(constant))
            {
                mask.Clear();
            }

            return;
        }

        var rows = cursor.Stripe.GroupRows(cursor.Group);
        var states = ArrayPool<NodeState>.Shared.Rent(rows);
        node.ReadStates(cursor.Group, states.AsSpan(0, rows));
        for (var row = 0; row < rows; row++)
        {
            if (!passes(states[row]))
            {
                mask[row >> 6] &= ~(1UL << row);
            }
        }

        ArrayPool<NodeState>.Shared.Return(states);
    }
}
