namespace Blittable.Paths;

/// <summary>The functions <c>match</c>, which tests a whole string by a regular expression of RFC 9485, and <c>search</c>, which looks for it within.</summary>
internal sealed class MatchExpression(FilterOperand text, FilterOperand pattern, bool isWhole, bool literalAnchors) : FilterExpression
{
    /// <summary>The expression of a literal.</summary>
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
