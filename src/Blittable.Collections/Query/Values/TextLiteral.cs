using System.Text;
using Blittable.Collections.Stripes;
using Blittable.Columns;

namespace Blittable.Collections.Query.Values;

/// <summary>A string that strings are compared with, in the order of their bytes.</summary>
internal sealed class TextLiteral(FilterOperator comparison, string text)
{
    private readonly byte[] _utf8 = Encoding.UTF8.GetBytes(text);

    public ulong Hash => ValueHash.Of(_utf8);

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
    /// <param name="matches">1 for each entry that matches, else 0.</param>
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

    /// <summary>What bounds of strings say of all of them.</summary>
    /// <param name="least">No string is before it.</param>
    /// <param name="greatest">No string is after it, but those that start with it may be where <paramref name="isCut"/>.</param>
    /// <param name="isCut">Whether the greatest string continues after the bound.</param>
    public Match Prune(ReadOnlySpan<byte> least, ReadOnlySpan<byte> greatest, bool isCut)
    {
        var low = least.SequenceCompareTo(_utf8);

        // Whether the greatest string is before, at or after the literal; where it is cut it may be any of these.
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
