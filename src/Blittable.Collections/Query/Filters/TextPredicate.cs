using System.Text;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;
using Blittable.Columns;

namespace Blittable.Collections.Query.Filters;

/// <summary>Matches strings by their text. Strings with dates are tested as written.</summary>
internal abstract class TextPredicate : ValuePredicate
{
    public override bool Passes(in QueryValue value) => value.Kind switch
    {
        QueryValueKind.String => Matches(Encoding.UTF8.GetBytes(value.GetString())),
        QueryValueKind.Date => Matches(Encoding.UTF8.GetBytes(value.ToString())),
        _ => false,
    };

    public override void Evaluate(PathValues values, GroupCursor cursor, Span<ulong> passed)
    {
        if (values.HasOnlyStrings)
        {
            Select(values.Strings(), cursor, passed);
        }
        else
        {
            base.Evaluate(values, cursor, passed);
        }
    }

    /// <summary>Sets the bits of matching rows in a batch, testing each distinct string once.</summary>
    public void Select(StringBatch strings, GroupCursor cursor, Span<ulong> passed)
    {
        CodeKernel.Select(strings.Codes, cursor.Matches(this, strings, MatchAll), passed);
    }

    /// <summary>Determines whether a string matches.</summary>
    protected abstract bool Matches(ReadOnlySpan<byte> utf8);

    /// <summary>Tests all entries of a batch.</summary>
    /// <param name="strings">The batch.</param>
    /// <param name="matches">Set to 1 for each entry that matches. Initially 0.</param>
    protected virtual void MatchAll(StringBatch strings, Span<byte> matches)
    {
        for (var code = 0; code < strings.EntryCount; code++)
        {
            matches[code] = Matches(strings.Entry(code)) ? (byte)1 : (byte)0;
        }
    }
}
