using System.Diagnostics.CodeAnalysis;
using System.Globalization;

namespace Blittable.Collections.Query.Language;

/// <summary>Recognizes dates in spellings that the language would compute as numbers: <c>2024-3-1</c>, <c>2023-12</c>, <c>2024/3/1</c>, <c>1-3-2024</c>.</summary>
internal static class DateSpelling
{
    private const int FirstYear = 1000, LastYear = 2999, MostMonths = 12, MostDays = 31, YearDigits = 4, MostParts = 3;

    /// <summary>Determines whether a text starts with a date without spaces.</summary>
    /// <param name="text">The text, from its first digit.</param>
    /// <param name="typed">The text of the date.</param>
    /// <param name="meant">The date in a spelling that the language reads. It is only an example if the order of day and month is unclear.</param>
    public static bool TryRead(ReadOnlySpan<char> text, [NotNullWhen(true)] out string? typed, [NotNullWhen(true)] out string? meant)
    {
        (typed, meant) = (null, null);
        Span<int> parts = stackalloc int[MostParts];
        Span<int> digits = stackalloc int[MostParts];
        var (count, at, separator) = (0, 0, '\0');
        do
        {
            at += count > 0 ? 1 : 0;
            digits[count] = DigitCount(text[at..]);
            if (digits[count] is 0 or > YearDigits)
            {
                return false;
            }

            parts[count] = int.Parse(text.Slice(at, digits[count]), NumberStyles.None, CultureInfo.InvariantCulture);
            at += digits[count++];
            separator = count == 1 && at < text.Length && text[at] is '-' or '/' ? text[at] : separator;
        }
        while (count < MostParts && at + 1 < text.Length && text[at] == separator && char.IsAsciiDigit(text[at + 1]));

        if (at + 1 < text.Length && text[at] == '.' && char.IsAsciiDigit(text[at + 1]))
        {
            return false;
        }

        var isYearFirst = count > 1 && IsYear(parts[0], digits[0]) && IsPart(parts[1], digits[1], count == 2 ? MostMonths : MostDays)
            && (count == 2 || IsPart(parts[2], digits[2], MostDays));
        if (!isYearFirst && !(count == MostParts && IsPart(parts[0], digits[0], MostDays) && IsPart(parts[1], digits[1], MostDays) && IsYear(parts[2], digits[2])))
        {
            return false;
        }

        typed = text[..at].ToString();
        meant = isYearFirst && parts[1] is >= 1 and <= MostMonths && (count == 2 || parts[2] >= 1)
            ? string.Create(CultureInfo.InvariantCulture, $"{parts[0]}-{parts[1]:00}-{(count == 2 ? 1 : parts[2]):00}")
            : "2024-03-01";
        return true;
    }

    private static int DigitCount(ReadOnlySpan<char> text)
    {
        var count = text.IndexOfAnyExceptInRange('0', '9');
        return count < 0 ? text.Length : count;
    }

    private static bool IsYear(int value, int digits) => digits == YearDigits && value is >= FirstYear and <= LastYear;

    private static bool IsPart(int value, int digits, int most) => digits <= 2 && value <= most;
}
