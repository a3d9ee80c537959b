using System.Runtime.CompilerServices;
using Blittable.Format;

namespace Blittable.JsonPath;

/// <summary>One evaluation of a query: what <c>$</c> stands for, and how much work it may still do.</summary>
/// <remarks>
/// A document that shares values stands for more than its bytes, and a filter may look through all of it for each of its values. So every value that is
/// looked at counts, and the limit is that of renderings.
/// </remarks>
internal ref struct QueryRun
{
    private readonly long _limit;
    private long _steps;

    public QueryRun(BlittableValue root)
    {
        Root = root;
        _limit = ExpansionLimit.Of(null, root.Document.Length, root.Dictionary is not null);
    }

    /// <summary>Gets the value that <c>$</c> stands for.</summary>
    public BlittableValue Root { get; }

    /// <summary>Counts a value that is looked at.</summary>
    /// <exception cref="BlittableException">It is one too many.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Count()
    {
        if (++_steps > _limit)
        {
            ThrowHelper.TooManySteps(_limit);
        }
    }

    /// <summary>The value at a place of the document.</summary>
    public readonly BlittableValue At(QueryPlace place) => Root.WithAddress(place.Address, place.ShapeTable);
}
