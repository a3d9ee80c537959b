namespace Blittable.Collections.Query.Language;

/// <summary>Makes the error for a query's text, with a picture of the place.</summary>
internal static class QueryFault
{
    private const int ShownBefore = 40;
    private const int ShownAfter = 30;

    /// <summary>Creates an error at a place.</summary>
    /// <param name="text">The whole text.</param>
    /// <param name="position">The place, in characters.</param>
    /// <param name="message">The fault and the correction, as a sentence.</param>
    public static BlittableException At(string text, int position, string message)
    {
        var start = Math.Max(0, position - ShownBefore);
        var end = Math.Min(text.Length, position + ShownAfter);
        var before = $"{(start > 0 ? "…" : "")}{Plain(text[start..position])}";
        return new BlittableException(
            BlittableErrorCode.InvalidQuery,
            $"{message}\n  {before}{Plain(text[position..end])}{(end < text.Length ? "…" : "")}\n  {new string(' ', before.Length)}^ character {position + 1}",
            position);
    }

    /// <summary>One character for each, so that the mark stands below the place.</summary>
    private static string Plain(string text) => string.Concat(text.Select(character => char.IsControl(character) ? ' ' : character));
}
