namespace Blittable.JsonPath;

/// <summary>The functions <c>match</c>, which tests a whole string by a regular expression of RFC 9485, and <c>search</c>, which looks for it within.</summary>
internal sealed class MatchExpression(FilterOperand text, FilterOperand pattern, bool isWhole) : FilterExpression
{
    /// <summary>The expression that was made last, which nearly always is the only one: patterns are mostly literals.</summary>
    private InterchangeableRegex? _last;

    public override bool Test(ref QueryRun run, BlittableValue current)
    {
        if (!text.TryGetValue(ref run, current, out var value) || !value.TryGetString(out var input)
            || !pattern.TryGetValue(ref run, current, out var patternValue) || patternValue.Kind != BlittableValueKind.String)
        {
            return false;
        }

        var last = _last;
        if (last is null || !patternValue.TextEquals(last.Pattern))
        {
            _last = last = new InterchangeableRegex(patternValue.GetString()!, isWhole);
        }

        return last.IsMatch(input);
    }
}
