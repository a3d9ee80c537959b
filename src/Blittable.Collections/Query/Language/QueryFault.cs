namespace Blittable.Collections.Query.Language;

/// <summary>Creates errors for query text that show the position of the fault.</summary>
internal static class QueryFault
{
    private const int ShownBefore = 40;
    private const int ShownAfter = 30;

    /// <summary>Creates an error at a position.</summary>
    /// <param name="text">The whole query text.</param>
    /// <param name="position">The position, in characters.</param>
    /// <param name="message">A sentence with the fault and the correction.</param>
    public static BlittableException At(string text, int position, string message)
    {
        var start = Math.Max(0, position - ShownBefore);
        var end = Math.Min(text.Length, position + ShownAfter);
        start += start < position && char.IsLowSurrogate(text[start]) ? 1 : 0;
        end += end < text.Length && char.IsLowSurrogate(text[end]) ? 1 : 0;
        var before = $"{(start > 0 ? "…" : "")}{Plain(text[start..position])}";
        return new BlittableException(
            BlittableErrorCode.InvalidQuery,
            $"{message}\n  {before}{Plain(text[position..end])}{(end < text.Length ? "…" : "")}\n  {new string(' ', before.Length)}^ character {position + 1}",
            position);
    }

    /// <summary>Replaces each control character with a space, so the marker is aligned with the position.</summary>
    private static string Plain(string text) => string.Concat(text.Select(character => char.IsControl(character) ? ' ' : character));
}
