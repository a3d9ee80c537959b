using System.Diagnostics.CodeAnalysis;
using Blittable.Layout;
using Blittable.Paths;

namespace Blittable;

/// <summary>Evaluates a query of JSONPath, all of RFC 9535: slices, filters, functions, lists of selectors, wildcards and <c>..</c>.</summary>
/// <remarks>
/// <para>Prepare a query once and use it on many documents; any number of threads may share it. Evaluating makes lists of the values that were
/// found. Where a value has one place, such as <c>$.order.lines[0].sku</c>, a <see cref="BlittablePath"/> finds it without allocating.</para>
/// <para>Numbers compare by their exact value, strings by code points, objects whatever the order of their properties. Of properties with equal names
/// a name selects the last, wildcards all. A pattern of <c>match</c> or <c>search</c> that breaks RFC 9485 matches nothing; it is matched in linear time.</para>
/// </remarks>
public sealed class BlittableJsonPath
{
    private readonly JsonPathQuery _query;
    private readonly string _text;

    private BlittableJsonPath(string text, JsonPathQuery query)
    {
        _text = text;
        _query = query;
    }

    /// <summary>Prepares a query.</summary>
    /// <exception cref="BlittableException">
    /// The text is not a query, or one whose functions get arguments of another type (<see cref="BlittableErrorCode.InvalidPath"/>); its
    /// <see cref="BlittableException.Offset"/> counts characters.
    /// </exception>
    public static BlittableJsonPath Parse(string text) => Parse(text, BlittableJsonPathOptions.Default);

    /// <summary>Prepares a query.</summary>
    /// <param name="text">The query.</param>
    /// <param name="options">Specifies what the specifications leave open.</param>
    /// <inheritdoc cref="Parse(string)" path="/exception"/>
    public static BlittableJsonPath Parse(string text, BlittableJsonPathOptions options)
    {
        ArgumentNullException.ThrowIfNull(text);
        ArgumentNullException.ThrowIfNull(options);
        var query = JsonPathParser.Parse(text, options.LiteralAnchors, out var expected, out var position);
        if (query is null)
        {
            ThrowHelper.InvalidPath(expected, text, position);
        }

        return new BlittableJsonPath(text, query);
    }

    /// <summary>Prepares a query; false for a text that is not a query.</summary>
    public static bool TryParse([NotNullWhen(true)] string? text, [NotNullWhen(true)] out BlittableJsonPath? path)
    {
        path = text is not null && JsonPathParser.Parse(text, BlittableJsonPathOptions.Default.LiteralAnchors, out _, out _) is { } query ? new BlittableJsonPath(text, query) : null;
        return path is not null;
    }

    /// <summary>Returns the query as it was given.</summary>
    public override string ToString() => _text;

    /// <summary>Finds all values that the query leads to, in the order of the RFC: a value can be found more than once.</summary>
    /// <param name="root">The value that <c>$</c> stands for.</param>
    /// <exception cref="BlittableException">
    /// The document is damaged or nested deeper than the stack of this thread reaches; or the query looks at more values than the limit of the value allows
    /// (<see cref="BlittableErrorCode.ExpansionTooLarge"/>, see <see cref="BlittableValue.WithMaxExpandedBytes"/>), as values that are stored once or filters within filters can
    /// make it. One budget bounds the whole query. For a value without a limit it is 256 times the document's text.
    /// </exception>
    public BlittableMatches Evaluate(BlittableValue root)
    {
        root.RequireDefined();
        var run = new QueryRun(root);
        var places = new QueryPlaces();
        _query.Evaluate(ref run, root, new QueryOutput(places));
        return new BlittableMatches(root, _query, places);
    }

    /// <summary>Finds the places of the children on the way to each value.</summary>
    internal QueryTrail EvaluateTrail(BlittableValue root) => Trail(_query, root);

    internal static QueryTrail Trail(JsonPathQuery query, BlittableValue root)
    {
        var run = new QueryRun(root);
        var trail = new QueryTrail();
        query.Evaluate(ref run, root, new QueryOutput(places: null, trail: trail));
        return trail;
    }
}
