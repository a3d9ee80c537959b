using System.Text.RegularExpressions;

namespace Blittable.Paths;

/// <summary>A regular expression of RFC 9485, translated to one of .NET that is matched in linear time.</summary>
/// <remarks>A pattern that breaks the grammar matches nothing, as RFC 9535 has it.</remarks>
internal sealed class InterchangeableRegex
{
    private readonly Regex? _regex;

    /// <param name="pattern">The pattern.</param>
    /// <param name="isWhole">Whether it must match the whole text.</param>
    /// <param name="literalAnchors">Whether <c>^</c> and <c>$</c> are characters like others.</param>
    public InterchangeableRegex(string pattern, bool isWhole, bool literalAnchors)
    {
        if (RegexTranslator.Translate(pattern, literalAnchors) is not { } translated)
        {
            return;
        }

        try
        {
            _regex = new Regex(isWhole ? $@"\A(?:{translated})\z" : translated, RegexOptions.NonBacktracking | RegexOptions.CultureInvariant);
        }
        catch (Exception fault) when (fault is RegexParseException or NotSupportedException)
        {
            // Repetitions beyond the limits of .NET, or in reverse order.
        }
    }

    /// <summary>Estimates the work of preparing a pattern: its characters, as often as its repetitions say.</summary>
    public static long Cost(string pattern)
    {
        const long most = 1 << 20;
        const int category = 1 << 13;
        long cost = pattern.Length;
        for (var escape = pattern.IndexOf('\\'); escape >= 0 && escape + 1 < pattern.Length; escape = pattern.IndexOf('\\', escape + 2))
        {
            cost += pattern[escape + 1] is 'p' or 'P' ? category : 0;
            if (escape + 2 >= pattern.Length)
            {
                break;
            }
        }

        for (var open = pattern.IndexOf('{'); open >= 0 && cost < most; open = pattern.IndexOf('{', open + 1))
        {
            var end = pattern.IndexOf('}', open);
            if (end > open && int.TryParse(pattern[(pattern.AsSpan(open, end - open).LastIndexOfAny('{', ',') + open + 1)..end], out var times))
            {
                cost *= Math.Max(times, 1);
            }
        }

        return Math.Min(cost, most);
    }

    public bool IsMatch(string text) => _regex is not null && _regex.IsMatch(text);
}
