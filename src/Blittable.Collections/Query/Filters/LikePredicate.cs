using System.Text;
using Blittable.Columns;

namespace Blittable.Collections.Query.Filters;

/// <summary>Matches strings that contain some parts in order: the first at the start and the last at the end.</summary>
/// <param name="parts">The parts, which must not overlap. The first and the last are empty if the start or the end may be anything.</param>
internal sealed class LikePredicate(params string[] parts) : TextPredicate
{
    private readonly byte[][] _parts = Array.ConvertAll(parts, Encoding.UTF8.GetBytes);

    /// <summary>Gets the text that all matching strings start with.</summary>
    public string Prefix => parts[0];

    public override string ToString() => $"like {QueryValue.FromText(string.Join('%', parts.Select(LikePattern.Escape))).ToJson()}";

    protected override bool Matches(ReadOnlySpan<byte> utf8)
    {
        var (first, last) = (_parts[0], _parts[^1]);
        if (_parts.Length == 1)
        {
            return utf8.SequenceEqual(first);
        }

        if (utf8.Length < first.Length + last.Length || !utf8.StartsWith(first) || !utf8.EndsWith(last))
        {
            return false;
        }

        utf8 = utf8[first.Length..^last.Length];
        foreach (var part in _parts.AsSpan(1, _parts.Length - 2))
        {
            var at = utf8.IndexOf(part);
            if (at < 0)
            {
                return false;
            }

            utf8 = utf8[(at + part.Length)..];
        }

        return true;
    }

    protected override void MatchAll(StringBatch strings, Span<byte> matches)
    {
        if (_parts is [[], { Length: > 0 } part, []])
        {
            FindAll(strings, part, matches);
        }
        else
        {
            base.MatchAll(strings, matches);
        }
    }

    /// <summary>Searches for a part in all entries as one text: vectorized, regardless of their lengths.</summary>
    private static void FindAll(StringBatch strings, ReadOnlySpan<byte> part, Span<byte> matches)
    {
        var ends = strings.EntryEnds;
        if (ends.IsEmpty)
        {
            return;
        }

        var bytes = strings.EntryBytes[..ends[^1]];
        for (int at = 0, entry = 0; bytes[at..].IndexOf(part) is >= 0 and var found;)
        {
            at += found;
            while (ends[entry] <= at)
            {
                entry++;
            }

            if (at + part.Length <= ends[entry])
            {
                // Skip the rest of the entry.
                matches[entry] = 1;
                at = ends[entry];
            }
            else
            {
                at++;
            }
        }
    }
}
