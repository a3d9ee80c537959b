using System.Text;
using Blittable.Collections.Stripes;
using Blittable.Columns;

namespace Blittable.Collections.Query.Values;

/// <summary>Represents a string that strings are compared with bytewise.</summary>
internal sealed class TextLiteral(FilterOperator comparison, string text)
{
    private readonly byte[] _utf8 = Encoding.UTF8.GetBytes(text);

    public ulong Hash => IndexHash.Of(_utf8);

    public bool Matches(ReadOnlySpan<byte> value) => comparison switch
    {
        FilterOperator.Equal or FilterOperator.NotEqual => value.SequenceEqual(_utf8),
        FilterOperator.StartsWith => value.StartsWith(_utf8),
        FilterOperator.Less => value.SequenceCompareTo(_utf8) < 0,
        FilterOperator.LessOrEqual => value.SequenceCompareTo(_utf8) <= 0,
        FilterOperator.Greater => value.SequenceCompareTo(_utf8) > 0,
        _ => value.SequenceCompareTo(_utf8) >= 0,
    };

    /// <summary>Compares the entries of a batch.</summary>
    /// <param name="batch">The batch.</param>
    /// <param name="matches">Receives 1 for each entry that matches, otherwise 0.</param>
    public void MatchAll(StringBatch batch, Span<byte> matches)
    {
        if (comparison is FilterOperator.Equal or FilterOperator.NotEqual or FilterOperator.StartsWith)
        {
            PrefixKernel.Match(batch.EntryBytes, batch.EntryEnds, _utf8, comparison != FilterOperator.StartsWith, matches);
            return;
        }

        for (var code = 0; code < batch.EntryCount; code++)
        {
            matches[code] = Matches(batch.Entry(code)) ? (byte)1 : (byte)0;
        }
    }

    /// <summary>Determines from bounds of strings whether none or all of them match.</summary>
    /// <param name="least">A lower bound of the strings.</param>
    /// <param name="greatest">An upper bound of the strings, except that strings may start with it if <paramref name="isCut"/> is true.</param>
    /// <param name="isCut">True if the greatest string is longer than the bound.</param>
    public Match Prune(ReadOnlySpan<byte> least, ReadOnlySpan<byte> greatest, bool isCut)
    {
        var low = least.SequenceCompareTo(_utf8);

        // Whether the greatest string is less than, equal to or greater than the literal. If it is cut, this may be unknown.
        var isHighKnown = !isCut || !_utf8.AsSpan().StartsWith(greatest);
        var high = greatest.SequenceCompareTo(_utf8);
        return comparison switch
        {
            FilterOperator.StartsWith when least.StartsWith(_utf8) && greatest.StartsWith(_utf8) => Match.All,
            FilterOperator.StartsWith => (low > 0 && !least.StartsWith(_utf8)) || (isHighKnown && high < 0) ? Match.None : Match.Some,
            FilterOperator.Equal => low > 0 || (isHighKnown && high < 0) ? Match.None : Match.Some,
            FilterOperator.Less => low >= 0 ? Match.None : isHighKnown && high < 0 ? Match.All : Match.Some,
            FilterOperator.LessOrEqual => low > 0 ? Match.None : isHighKnown && (high < 0 || (high == 0 && !isCut)) ? Match.All : Match.Some,
            FilterOperator.Greater => isHighKnown && high <= 0 && !isCut ? Match.None : isHighKnown && high < 0 ? Match.None : low > 0 ? Match.All : Match.Some,
            FilterOperator.GreaterOrEqual => isHighKnown && high < 0 ? Match.None : low >= 0 ? Match.All : Match.Some,
            _ => Match.Some,
        };
    }
}
