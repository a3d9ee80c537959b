using System.Buffers;
using System.Text;
using System.Text.RegularExpressions;

namespace Blittable.Collections.Query.Filters;

/// <summary>Matches strings that contain a match of a regular expression.</summary>
internal sealed class RegexPredicate(Regex regex) : TextPredicate
{
    /// <summary>Parses a pattern that is matched in time linear in the length of a string.</summary>
    /// <exception cref="ArgumentException">The pattern is invalid.</exception>
    /// <exception cref="NotSupportedException">The pattern uses backreferences or lookarounds.</exception>
    public static RegexPredicate Parse(string pattern) => new(new Regex(pattern, RegexOptions.NonBacktracking | RegexOptions.CultureInvariant));

    public override string ToString() => $"matches {QueryValue.FromText(Flags + regex).ToJson()}";

    /// <summary>Gets the options of a LIKE pattern as text.</summary>
    private string Flags => (regex.Options & (RegexOptions.IgnoreCase | RegexOptions.Singleline)) switch
    {
        RegexOptions.None => "",
        RegexOptions.IgnoreCase => "(?i)",
        RegexOptions.Singleline => "(?s)",
        _ => "(?is)",
    };

    /// <exception cref="RegexMatchTimeoutException">Matching exceeds the timeout of the expression.</exception>
    protected override bool Matches(ReadOnlySpan<byte> utf8)
    {
        var characters = ArrayPool<char>.Shared.Rent(utf8.Length);
        try
        {
            return regex.IsMatch(characters.AsSpan(0, Encoding.UTF8.GetChars(utf8, characters)));
        }
        finally
        {
            ArrayPool<char>.Shared.Return(characters);
        }
    }
}
