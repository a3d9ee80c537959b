using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using Blittable.Layout;
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

/// <summary>Specifies the comparison of two operands in a filter.</summary>
internal enum FilterComparison
{
    /// <summary><c>==</c>.</summary>
    Equal,

    /// <summary><c>!=</c>.</summary>
    NotEqual,

    /// <summary><c>&lt;</c>.</summary>
    Less,

    /// <summary><c>&lt;=</c>.</summary>
    LessOrEqual,

    /// <summary><c>&gt;</c>.</summary>
    Greater,

    /// <summary><c>&gt;=</c>.</summary>
    GreaterOrEqual,
}

/// <summary>Evaluates an operand of a filter or an argument of a function.</summary>
internal abstract class FilterOperand
{
    /// <summary>Gets the value of the operand. Returns false if it is nothing.</summary>
    public abstract bool TryGetValue(ref QueryRun run, BlittableValue current, out BlittableValue value);
}

/// <summary>Represents a literal of a filter, stored as a document.</summary>
internal sealed class LiteralOperand(BlittableDocument literal) : FilterOperand
{
    /// <summary>Gets the text of a string; null for any other literal.</summary>
    public string? Text => literal.Root.TryGetString(out var text) ? text : null;

    public override bool TryGetValue(ref QueryRun run, BlittableValue current, out BlittableValue value)
    {
        value = literal.Root;
        return true;
    }
}

/// <summary>Represents the value that a query selects, if there is exactly one. Used for singular queries, and for any query in the function
/// <c>value</c>.</summary>
internal sealed class QueryOperand(JsonPathQuery query) : FilterOperand
{
    private readonly bool _isSingular = query.IsSingular;

    public override bool TryGetValue(ref QueryRun run, BlittableValue current, out BlittableValue value)
    {
        if (_isSingular)
        {
            return query.TryEvaluateSingular(ref run, current, out value);
        }

        var isOne = run.Count(query, current, most: 2, out var first) == 1;
        value = isOne ? run.At(first) : default;
        return isOne;
    }
}

/// <summary>Represents the function <c>count</c>, which returns the number of values that a query selects.</summary>
internal sealed class CountOperand(JsonPathQuery query) : FilterOperand
{
    /// <summary>The size of a 64-bit integer value, plus a final byte that indicates that nothing is shared.</summary>
    private const int Length = 1 + sizeof(ulong) + 1;

    public override bool TryGetValue(ref QueryRun run, BlittableValue current, out BlittableValue value)
    {
        value = OfNumber(run.Count(query, current, int.MaxValue, out _));
        return true;
    }

    /// <summary>Creates an integer value outside of any document.</summary>
    public static BlittableValue OfNumber(int number)
    {
        var bytes = new byte[Length];
        bytes[0] = Tag.IntegerLast;
        BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(1), number);
        return new BlittableValue(bytes, 0, 0, null);
    }
}

/// <summary>Represents the function <c>length</c>, which counts the code points of a string, the elements of an array, or the properties of an
/// object.</summary>
internal sealed class LengthOperand(FilterOperand operand) : FilterOperand
{
    public override bool TryGetValue(ref QueryRun run, BlittableValue current, out BlittableValue value)
    {
        value = default;
        if (!operand.TryGetValue(ref run, current, out var measured))
        {
            return false;
        }

        switch (measured.Kind)
        {
            case BlittableValueKind.String:
                value = CountOperand.OfNumber(CodePoints(ref run, measured));
                return true;
            case BlittableValueKind.Array or BlittableValueKind.Object:
                value = CountOperand.OfNumber(measured.Count);
                return true;
            default:
                return false;
        }
    }

    private int CodePoints(ref QueryRun run, scoped BlittableValue value)
    {
        if (!run.TryRecall(this, value, out var count))
        {
            count = CodePoints(value, out var bytes);
            run.Limit.CountText(bytes);
            if (bytes >= QueryRun.LongText)
            {
                run.Remember(this, value, count);
            }
        }

        return count;
    }

    [SkipLocalsInit]
    private static int CodePoints(BlittableValue value, out int bytes)
    {
        using var text = new TextOrCopy(value, stackalloc byte[TextOrCopy.StackLimit]);
        var count = 0;
        foreach (var unit in text.Bytes)
        {
            // Count all bytes except UTF-8 continuation bytes.
            count += (sbyte)unit >= -64 ? 1 : 0;
        }

        bytes = text.Bytes.Length;
        return count;
    }
}
