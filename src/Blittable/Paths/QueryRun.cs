using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Blittable.Reading;

namespace Blittable.Paths;

/// <summary>One evaluation of a query: what <c>$</c> stands for, how much work it may still do, and what it has found out.</summary>
/// <remarks>
/// A filter may look through all of a document for each of its values, so every value that is looked at counts, and so does every byte of a text. There is one budget, which
/// comparisons share.
/// </remarks>
internal ref struct QueryRun
{
    /// <summary>Shorter texts are looked at again: remembering them costs as much.</summary>
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

    /// <summary>Gets the value that <c>$</c> stands for.</summary>
    public BlittableValue Root { get; }

    /// <summary>The budget.</summary>
    [UnscopedRef]
    public ref StepLimit Limit => ref _limit;

    /// <summary>Counts a value that is looked at.</summary>
    /// <exception cref="BlittableException">It is one too many.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Count() => _limit.Count();

    /// <summary>The value at a place of the document.</summary>
    public readonly BlittableValue At(QueryPlace place) => Root.WithAddress(place.Address, place.ShapeTable);

    /// <summary>Counts the values that a query leads to. A query that starts at the root is evaluated once.</summary>
    /// <param name="query">The query.</param>
    /// <param name="current">The value that <c>@</c> stands for.</param>
    /// <param name="most">How many are enough.</param>
    /// <param name="first">The first of them.</param>
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

    /// <summary>Finds what was found out about a long text.</summary>
    public readonly bool TryRecall(object question, scoped BlittableValue text, out int answer)
    {
        answer = 0;
        return _answers is not null && IsOfDocument(text) && _answers.TryGetValue((question, text.Address), out answer);
    }

    /// <summary>Remembers what was found out about a long text.</summary>
    public void Remember(object question, scoped BlittableValue text, int answer)
    {
        if (IsOfDocument(text))
        {
            (_answers ??= [])[(question, text.Address)] = answer;
        }
    }

    /// <summary>Determines whether a value has an address in the document: literals of the query have documents of their own.</summary>
    private readonly bool IsOfDocument(scoped BlittableValue value) => value.Address >= 0 && value.Document == Root.Document;

    /// <summary>Prepares a pattern of the document, once.</summary>
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
