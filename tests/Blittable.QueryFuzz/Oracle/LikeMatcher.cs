using System.Text;

namespace Blittable.QueryFuzz.Oracle;

/// <summary>Implements <c>LIKE</c> of SQL.</summary>
internal static class LikeMatcher
{
    public static bool Matches(string text, string pattern, bool ignoreCase) => Matches([.. text.EnumerateRunes()], [.. pattern.EnumerateRunes()], ignoreCase);

    private static bool Matches(ReadOnlySpan<Rune> text, ReadOnlySpan<Rune> pattern, bool ignoreCase)
    {
        if (pattern.IsEmpty)
        {
            return text.IsEmpty;
        }

        var first = pattern[0];
        var rest = pattern[1..];
        if (first.Value == '%')
        {
            for (var skipped = 0; skipped <= text.Length; skipped++)
            {
                if (Matches(text[skipped..], rest, ignoreCase))
                {
                    return true;
                }
            }

            return false;
        }

        var isAny = first.Value == '_';
        if (first.Value == '\\' && !rest.IsEmpty && rest[0].Value is '%' or '_' or '\\')
        {
            first = rest[0];
            rest = rest[1..];
        }

        return !text.IsEmpty && (isAny || AreEqual(text[0], first, ignoreCase)) && Matches(text[1..], rest, ignoreCase);
    }

    private static bool AreEqual(Rune left, Rune right, bool ignoreCase) =>
        left == right || (ignoreCase && Rune.ToLowerInvariant(left) == Rune.ToLowerInvariant(right));
}
