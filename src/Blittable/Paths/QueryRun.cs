using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Blittable.Reading;

namespace Blittable.Paths;

/// <summary>Represents one evaluation of a query: the value of <c>$</c>, the remaining work budget, and cached results.</summary>
/// <remarks>
/// A filter may search the whole document for each of its values, so every visited value and every byte of text counts. Comparisons share the same budget.
/// </remarks>
internal ref struct QueryRun
{
    /// <summary>The minimum length of a text whose results are cached. For shorter texts, caching costs as much as evaluating again.</summary>
    public const int LongText = 64;

    private StepLimit _limit;
    private Dictionary<JsonPathQuery, (int Count, QueryPlace First)>? _absolute;
    private Dictionary<(object Question, int Address), int>? _answers;
    private Dictionary<(string Pattern, bool IsWhole), InterchangeableRegex>? _patterns;

    public QueryRun(BlittableValue root)
    {
        Root = root;
        _limit = StepLimit.OfWork(root);
    }

    /// <summary>Gets the value of <c>$</c>.</summary>
    public BlittableValue Root { get; }

    /// <summary>Gets the work budget.</summary>
    [UnscopedRef]
    public ref StepLimit Limit => ref _limit;

    /// <summary>Counts a visited value.</summary>
    /// <exception cref="BlittableException">The budget is exhausted.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Count() => _limit.Count();

    /// <summary>Returns the value at a location in the document.</summary>
    public readonly BlittableValue At(QueryPlace place) => Root.WithAddress(place.Address, place.ShapeTable);

    /// <summary>Counts the values that a query selects. A query that starts at the root is evaluated only once.</summary>
    /// <param name="query">The query.</param>
    /// <param name="current">The value of <c>@</c>.</param>
    /// <param name="most">The number of values that are enough.</param>
    /// <param name="first">The first selected value.</param>
    public int Count(JsonPathQuery query, BlittableValue current, int most, out QueryPlace first)
    {
        if (!query.IsRelative && _absolute is not null && _absolute.TryGetValue(query, out var known))
        {
            first = known.First;
            return known.Count;
        }

        var output = new QueryOutput(places: null, most);
        query.Evaluate(ref this, current, output);
        first = output.First;
        if (!query.IsRelative)
        {
            (_absolute ??= new(ReferenceEqualityComparer.Instance)).Add(query, (output.Count, first));
        }

        return output.Count;
    }

    /// <summary>Gets the cached result for a long text.</summary>
    public readonly bool TryRecall(object question, scoped BlittableValue text, out int answer)
    {
        answer = 0;
        return _answers is not null && IsOfDocument(text) && _answers.TryGetValue((question, text.Address), out answer);
    }

    /// <summary>Caches the result for a long text.</summary>
    public void Remember(object question, scoped BlittableValue text, int answer)
    {
        if (IsOfDocument(text))
        {
            (_answers ??= [])[(question, text.Address)] = answer;
        }
    }

    /// <summary>Determines whether a value has an address in the document. Literals of the query have separate documents.</summary>
    private readonly bool IsOfDocument(scoped BlittableValue value) => value.Address >= 0 && value.Document == Root.Document;

    /// <summary>Prepares a pattern from the document, and caches it.</summary>
    public InterchangeableRegex Pattern(string pattern, bool isWhole, bool literalAnchors)
    {
        _patterns ??= [];
        if (!_patterns.TryGetValue((pattern, isWhole), out var regex))
        {
            _limit.Count(InterchangeableRegex.Cost(pattern));
            regex = new InterchangeableRegex(pattern, isWhole, literalAnchors);
            _patterns.Add((pattern, isWhole), regex);
        }

        return regex;
    }
}
