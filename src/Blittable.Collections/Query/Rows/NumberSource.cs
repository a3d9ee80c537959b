using Blittable.Collections.Query.Values;

namespace Blittable.Collections.Query.Rows;

/// <summary>Provides the numbers for an aggregate: those at a path, or products of those at several paths.</summary>
internal sealed class NumberSource(IReadOnlyList<PathPlan> paths)
{
    private readonly NumberVector _product = new();

    /// <summary>Loads the numbers of the selected rows. Callers must not modify them.</summary>
    public NumberVector Load(GroupCursor cursor)
    {
        var first = cursor.Values(paths[0]).Numbers();
        if (paths.Count == 1)
        {
            return first;
        }

        _product.CopyFrom(first);
        for (var i = 1; i < paths.Count; i++)
        {
            _product.Multiply(cursor.Values(paths[i]).Numbers());
        }

        return _product;
    }
}
