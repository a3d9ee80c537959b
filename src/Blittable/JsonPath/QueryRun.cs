using System.Runtime.CompilerServices;
using Blittable.Reading;

namespace Blittable.JsonPath;

/// <summary>One evaluation of a query: what <c>$</c> stands for, and how much work it may still do.</summary>
/// <remarks>A filter may look through all of a document for each of its values, so every value that is looked at counts.</remarks>
internal ref struct QueryRun
{
    private StepLimit _limit;

    public QueryRun(BlittableValue root)
    {
        Root = root;
        _limit = StepLimit.Of(root);
    }

    /// <summary>Gets the value that <c>$</c> stands for.</summary>
    public BlittableValue Root { get; }

    /// <summary>Counts a value that is looked at.</summary>
    /// <exception cref="BlittableException">It is one too many.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Count() => _limit.Count();

    /// <summary>The value at a place of the document.</summary>
    public readonly BlittableValue At(QueryPlace place) => Root.WithAddress(place.Address, place.ShapeTable);
}
