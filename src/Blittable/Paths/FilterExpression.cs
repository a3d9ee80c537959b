using Blittable.Reading;

namespace Blittable.Paths;

/// <summary>Represents a logical expression of a filter.</summary>
internal abstract class FilterExpression
{
    /// <summary>Determines whether the expression is true for the value of <c>@</c>.</summary>
    public abstract bool Test(ref QueryRun run, BlittableValue current);
}

/// <summary>Compares two operands as defined in RFC 9535, section 2.3.5.2.2. Values without an order are neither less nor greater, and nothing equals
/// nothing.</summary>
internal sealed class OperandComparison(FilterOperand left, FilterComparison comparison, FilterOperand right) : FilterExpression
{
    public override bool Test(ref QueryRun run, BlittableValue current)
    {
        var hasLeft = left.TryGetValue(ref run, current, out var first);
        var hasRight = right.TryGetValue(ref run, current, out var second);
        if (!hasLeft || !hasRight)
        {
            var isSame = hasLeft == hasRight;
            return comparison switch
            {
                FilterComparison.NotEqual => !isSame,
                FilterComparison.Equal or FilterComparison.LessOrEqual or FilterComparison.GreaterOrEqual => isSame,
                _ => false,
            };
        }

        return comparison switch
        {
            FilterComparison.Equal => AreEqual(ref run, first, second),
            FilterComparison.NotEqual => !AreEqual(ref run, first, second),
            FilterComparison.Less => IsLess(ref run, first, second),
            FilterComparison.Greater => IsLess(ref run, second, first),
            FilterComparison.LessOrEqual => IsLess(ref run, first, second) || AreEqual(ref run, first, second),
            _ => IsLess(ref run, second, first) || AreEqual(ref run, first, second),
        };
    }

    private static bool AreEqual(ref QueryRun run, scoped BlittableValue left, scoped BlittableValue right) =>
        ValueComparison.Compare(left, right, isEquality: true, ref run.Limit) == 0;

    private static bool IsLess(ref QueryRun run, scoped BlittableValue left, scoped BlittableValue right) =>
        left.Kind == right.Kind && left.Kind is BlittableValueKind.Number or BlittableValueKind.String
        && ValueComparison.Compare(left, right, isEquality: false, ref run.Limit) < 0;
}

/// <summary>Represents the functions <c>match</c>, which matches a whole string with an RFC 9485 regular expression, and <c>search</c>, which finds a match
/// within it.</summary>
internal sealed class MatchExpression(FilterOperand text, FilterOperand pattern, bool isWhole, bool literalAnchors) : FilterExpression
{
    /// <summary>The regular expression, if the pattern is a literal.</summary>
    private readonly InterchangeableRegex? _literal = pattern is LiteralOperand { Text: { } literal } ? new InterchangeableRegex(literal, isWhole, literalAnchors) : null;

    public override bool Test(ref QueryRun run, BlittableValue current)
    {
        if (!text.TryGetValue(ref run, current, out var input) || input.Kind != BlittableValueKind.String || !TryGetRegex(ref run, current, out var regex))
        {
            return false;
        }

        if (run.TryRecall(regex, input, out var known))
        {
            return known != 0;
        }

        var characters = input.GetString()!;
        run.Limit.Count(characters.Length);
        var isMatch = regex.IsMatch(characters);
        if (characters.Length >= QueryRun.LongText)
        {
            run.Remember(regex, input, isMatch ? 1 : 0);
        }

        return isMatch;
    }

    private bool TryGetRegex(ref QueryRun run, BlittableValue current, out InterchangeableRegex regex)
    {
        if (_literal is not null)
        {
            regex = _literal;
            return true;
        }

        if (!pattern.TryGetValue(ref run, current, out var value) || value.Kind != BlittableValueKind.String)
        {
            regex = null!;
            return false;
        }

        var characters = value.GetString()!;
        run.Limit.CountText(characters.Length);
        regex = run.Pattern(characters, isWhole, literalAnchors);
        return true;
    }
}

/// <summary>Represents a conjunction (<c>&amp;&amp;</c>) or disjunction (<c>||</c>) of expressions.</summary>
internal sealed class JunctionExpression(FilterExpression[] parts, bool isAny) : FilterExpression
{
    public override bool Test(ref QueryRun run, BlittableValue current)
    {
        foreach (var part in parts)
        {
            if (part.Test(ref run, current) == isAny)
            {
                return isAny;
            }
        }

        return !isAny;
    }
}

/// <summary>Represents the negation of an expression.</summary>
internal sealed class NotExpression(FilterExpression inner) : FilterExpression
{
    public override bool Test(ref QueryRun run, BlittableValue current) => !inner.Test(ref run, current);
}

/// <summary>Determines whether a query selects at least one value.</summary>
internal sealed class ExistenceExpression(JsonPathQuery query) : FilterExpression
{
    private readonly bool _isSingular = query.IsSingular;

    public override bool Test(ref QueryRun run, BlittableValue current) =>
        _isSingular ? query.TryEvaluateSingular(ref run, current, out _) : run.Count(query, current, most: 1, out _) > 0;
}
