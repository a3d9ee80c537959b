using System.Buffers;
using Blittable.Collections.Stripes;

namespace Blittable.Collections.Query.Rows;

/// <summary>Filters rows by the state of a node rather than by its values.</summary>
internal static class NodeStates
{
    /// <summary>Determines whether a node's rows are the elements of arrays rather than documents.</summary>
    public static bool IsBelowArray(StripeNode? node) => node is { Space.Parent: not null };

    /// <summary>Converts a state to a null value with that state; a scalar becomes an arbitrary non-null value.</summary>
    public static QueryValue ToValue(NodeState state) => state switch
    {
        NodeState.Missing => QueryValue.Missing,
        NodeState.Null => QueryValue.Null,
        NodeState.Object or NodeState.Array => QueryValue.Container,
        _ => QueryValue.FromBoolean(true),
    };

    /// <summary>Clears the bits of rows whose state does not match.</summary>
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
