using System.Diagnostics.CodeAnalysis;
using Blittable.Layout;
using Blittable.Paths;

namespace Blittable;

/// <summary>Evaluates a JSONPath query. All of RFC 9535 is supported: slices, filters, functions, lists of selectors, wildcards and <c>..</c>.</summary>
/// <remarks>
/// <para>Prepare a query once and evaluate it on many documents. Instances are thread-safe. An evaluation allocates lists for the values that it finds. To get
/// a single value, such as <c>$.order.lines[0].sku</c>, without allocating, use a <see cref="BlittablePath"/>.</para>
/// <para>Numbers compare by their exact value, strings by code points, and objects regardless of property order. For properties with equal names, a name
/// selects the last, and a wildcard selects all. In <c>match</c> and <c>search</c>, a pattern that violates RFC 9485 matches nothing. Matching takes linear
/// time.</para>
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

    /// <summary>Parses a query.</summary>
    /// <exception cref="BlittableException">
    /// The text is not a query, or a function has an argument of the wrong type (<see cref="BlittableErrorCode.InvalidPath"/>).
    /// <see cref="BlittableException.Offset"/> counts characters.
    /// </exception>
    public static BlittableJsonPath Parse(string text) => Parse(text, BlittableJsonPathOptions.Default);

    /// <summary>Parses a query.</summary>
    /// <param name="text">The query.</param>
    /// <param name="options">Specifies details that the RFCs leave open.</param>
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

    /// <summary>Parses a query. Returns <see langword="false"/> if the text is not a valid query.</summary>
    public static bool TryParse([NotNullWhen(true)] string? text, [NotNullWhen(true)] out BlittableJsonPath? path)
    {
        path = text is not null && JsonPathParser.Parse(text, BlittableJsonPathOptions.Default.LiteralAnchors, out _, out _) is { } query ? new BlittableJsonPath(text, query) : null;
        return path is not null;
    }

    /// <summary>Returns the text that the query was parsed from.</summary>
    public override string ToString() => _text;

    /// <summary>Finds all values that the query selects, in the order defined by the RFC. A value may be found more than once.</summary>
    /// <param name="root">The value that <c>$</c> represents.</param>
    /// <exception cref="BlittableException">
    /// The document is damaged, or nested too deeply for the stack of this thread. Or the query visits more values than the limit of the value allows
    /// (<see cref="BlittableErrorCode.ExpansionTooLarge"/>, see <see cref="BlittableValue.WithMaxExpandedBytes"/>), which is possible with shared values or
    /// nested filters. One budget applies to the whole query. For a value without a limit, it is 256 times the text of the document (4,096 times with a
    /// dictionary).
    /// </exception>
    public BlittableMatches Evaluate(BlittableValue root)
    {
        root.RequireDefined();
        var run = new QueryRun(root);
        var places = new QueryPlaces();
        _query.Evaluate(ref run, root, new QueryOutput(places));
        return new BlittableMatches(root, _query, places);
    }

    /// <summary>Finds the child indexes that lead to each value.</summary>
    internal QueryTrail EvaluateTrail(BlittableValue root) => Trail(_query, root);

    internal static QueryTrail Trail(JsonPathQuery query, BlittableValue root)
    {
        var run = new QueryRun(root);
        var trail = new QueryTrail();
        query.Evaluate(ref run, root, new QueryOutput(places: null, trail: trail));
        return trail;
    }
}
