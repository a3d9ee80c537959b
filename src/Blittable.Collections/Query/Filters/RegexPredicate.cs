using System.Buffers;
using System.Text;
using System.Text.RegularExpressions;

namespace Blittable.Collections.Query.Filters;

/// <summary>Strings in which a regular expression finds something.</summary>
internal sealed class RegexPredicate(Regex regex) : TextPredicate
{
    /// <summary>Reads a pattern that is matched in time linear in the length of a string.</summary>
    /// <exception cref="ArgumentException">The pattern cannot be read.</exception>
    /// <exception cref="NotSupportedException">It refers back to what it matched, or looks around.</exception>
    public static RegexPredicate Parse(string pattern) => new(new Regex(pattern, RegexOptions.NonBacktracking | RegexOptions.CultureInvariant));

    public override string ToString() => $"matches {QueryValue.FromString((regex.Options.HasFlag(RegexOptions.IgnoreCase) ? "(?i)" : "") + regex).ToJson()}";

    /// <exception cref="RegexMatchTimeoutException">It takes longer than the expression allows.</exception>
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
