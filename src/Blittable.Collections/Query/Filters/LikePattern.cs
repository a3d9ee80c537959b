using System.Text;
using System.Text.RegularExpressions;

namespace Blittable.Collections.Query.Filters;

/// <summary>Parses SQL patterns: <c>%</c> matches any characters, <c>_</c> matches one, and a backslash escapes either.</summary>
internal static class LikePattern
{
    /// <summary>Matches one character, of one or two UTF-16 code units.</summary>
    private const string AnyCharacter = @"(?:[\uD800-\uDBFF][\uDC00-\uDFFF]|[^\uD800-\uDFFF])";

    private const RegexOptions Options = RegexOptions.NonBacktracking | RegexOptions.Singleline | RegexOptions.CultureInvariant;

    public static TextPredicate Parse(string pattern, bool ignoreCase)
    {
        var parts = new List<string>();
        var part = new StringBuilder();
        var regex = new StringBuilder(@"\A");
        var hasAny = false;
        for (var i = 0; i < pattern.Length; i++)
        {
            if (pattern[i] == '%')
            {
                parts.Add(part.ToString());
                part.Clear();
                regex.Append(".*");
            }
            else if (pattern[i] == '_')
            {
                hasAny = true;
                regex.Append(AnyCharacter);
            }
            else
            {
                i += pattern[i] == '\\' && i + 1 < pattern.Length && pattern[i + 1] is '%' or '_' or '\\' ? 1 : 0;
                part.Append(pattern[i]);
                regex.Append(Regex.Escape(pattern[i].ToString()));
            }
        }

        parts.Add(part.ToString());
        return hasAny || ignoreCase
            ? new RegexPredicate(new Regex(regex.Append(@"\z").ToString(), Options | (ignoreCase ? RegexOptions.IgnoreCase : RegexOptions.None)))
            : new LikePredicate([.. parts.Where((text, i) => i == 0 || i == parts.Count - 1 || text.Length > 0)]);
    }

    /// <summary>Escapes a text so that it matches literally.</summary>
    public static string Escape(string text) =>
        text.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("%", "\\%", StringComparison.Ordinal).Replace("_", "\\_", StringComparison.Ordinal);
}
