using System.Runtime.InteropServices;
using Blittable.Collections.Stripes;

namespace Blittable.DuckDB.Tables;

/// <summary>Observes values, and the objects and arrays that contain them, in stored columns. Reusable. Not thread-safe.</summary>
internal sealed class StoredSurvey
{
    /// <summary>The values of the current path at each depth.</summary>
    private readonly List<NodeRows> _values = [];

    /// <summary>For each depth, true for each object with a value other than null.</summary>
    private readonly List<bool[]> _areFilled = [];

    /// <summary>Determines whether the arrays of a chunk group have few enough elements to be read from stored columns.</summary>
    public static bool IsWithinLimit(StripeNode node, int group)
    {
        var limit = VisitLimit.MostElements;
        return TrySubtract(node, group, ref limit);
    }

    /// <summary>Determines whether a path of the stripe has an object with a name that the survey has not observed yet.</summary>
    public static bool MayAddFields(NestedSurvey survey, StripeNode node)
    {
        if (survey.IsIrregular)
        {
            return false;
        }

        foreach (var child in node.Children)
        {
            if (!child.IsResidual && (survey.FindField(child.Name) is not { } field || MayAddFields(field, child)))
            {
                return true;
            }
        }

        return node.Element is { } element && (survey.Elements is not { } elements || MayAddFields(elements, element));
    }

    /// <summary>Observes the values of rows.</summary>
    /// <param name="survey">Receives the values.</param>
    /// <param name="node">The path of the values. Residual values below it are not observed.</param>
    /// <param name="group">The chunk group.</param>
    /// <param name="rows">Rows of the space of the path, in ascending order.</param>
    /// <exception cref="BlittableException">A block is damaged.</exception>
    public void Observe(NestedSurvey survey, StripeNode node, int group, ReadOnlySpan<int> rows)
    {
        if (!node.IsResidual && !rows.IsEmpty)
        {
            ObserveContents(survey, Load(node, group, rows, 0), group, rows, 0);
        }
    }

    private static bool TrySubtract(StripeNode node, int group, ref long limit)
    {
        limit -= node.Element?.SpaceRows(group) ?? 0;
        if (limit < 0 || (node.Element is { } element && !TrySubtract(element, group, ref limit)))
        {
            return false;
        }

        foreach (var child in node.Children)
        {
            if (!TrySubtract(child, group, ref limit))
            {
                return false;
            }
        }

        return true;
    }

    private NodeRows Load(StripeNode node, int group, ReadOnlySpan<int> rows, int depth)
    {
        if (depth == _values.Count)
        {
            _values.Add(new NodeRows());
            _areFilled.Add([]);
        }

        _values[depth].Load(node, group, rows, node.SpaceRows(group), withTexts: false);
        return _values[depth];
    }

    private void ObserveContents(NestedSurvey survey, NodeRows values, int group, ReadOnlySpan<int> rows, int depth)
    {
        var states = values.FindStates();
        survey.ObserveScalars(values, states);
        if (Has(states, NodeState.Object) && survey.TryStartObjects())
        {
            ObserveObjects(survey, values, group, rows, depth);
        }

        if (Has(states, NodeState.Array) && survey.TryStartArrays() && values.Node.Element is { } element)
        {
            var elements = CollectionsMarshal.AsSpan(values.ElementRows);
            ObserveContents(survey.Elements!, Load(element, group, elements, depth + 1), group, elements, depth + 1);
        }
    }

    private void ObserveObjects(NestedSurvey survey, NodeRows objects, int group, ReadOnlySpan<int> rows, int depth)
    {
        var node = objects.Node;
        if (!TryAddFields(survey, node, group, rows, depth))
        {
            return;
        }

        _areFilled[depth] = _areFilled[depth].Length < rows.Length ? new bool[rows.Length] : _areFilled[depth];
        var areFilled = _areFilled[depth].AsSpan(0, rows.Length);
        areFilled.Clear();
        foreach (var child in node.Children)
        {
            // A path without a field has no values in these rows.
            if (child.IsResidual || survey.FindField(child.Name) is not { } field)
            {
                continue;
            }

            var values = Load(child, group, rows, depth + 1);
            var states = values.States;
            for (var row = 0; row < states.Length; row++)
            {
                areFilled[row] |= states[row] > NodeState.Null;
            }

            ObserveContents(field, values, group, rows, depth + 1);
        }

        survey.ObserveObjects(objects.States, areFilled);
    }

    /// <summary>Adds the fields that occur in the rows, in the order of their first occurrence. Returns false if the objects are irregular.</summary>
    private bool TryAddFields(NestedSurvey survey, StripeNode node, int group, ReadOnlySpan<int> rows, int depth)
    {
        List<(int Row, StripeNode Child)> added = [];
        foreach (var child in node.Children)
        {
            if (!child.IsResidual && survey.FindField(child.Name) is null
                && FirstValue(Load(child, group, rows, depth + 1)) is var row and >= 0)
            {
                added.Add((row, child));
            }
        }

        // The sort is stable: fields of one object are in the order of its properties.
        foreach (var (_, child) in added.OrderBy(field => field.Row))
        {
            if (survey.AddField(child.Name) is null)
            {
                return false;
            }
        }

        return true;
    }

    private static int FirstValue(NodeRows values) => MemoryMarshal.Cast<NodeState, byte>(values.States).IndexOfAnyExcept((byte)NodeState.Missing);

    private static bool Has(int states, NodeState state) => (states & 1 << (int)state) != 0;
}
