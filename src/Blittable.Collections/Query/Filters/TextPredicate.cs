using System.Text;
using Blittable.Collections.Query.Rows;
using Blittable.Collections.Query.Values;
using Blittable.Columns;

namespace Blittable.Collections.Query.Filters;

/// <summary>Strings of a form. A string that is a date is looked at as it was written.</summary>
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

    /// <summary>Sets the bits of the rows of a batch that pass: each distinct string is looked at once.</summary>
    public void Select(StringBatch strings, GroupCursor cursor, Span<ulong> passed)
    {
        CodeKernel.Select(strings.Codes, cursor.Matches(this, strings, MatchAll), passed);
    }

    /// <summary>Determines whether a string passes.</summary>
    protected abstract bool Matches(ReadOnlySpan<byte> utf8);

    /// <summary>Looks at all entries of a batch.</summary>
    /// <param name="strings">The batch.</param>
    /// <param name="matches">Set to 1 for each entry that passes; 0 before.</param>
    protected virtual void MatchAll(StringBatch strings, Span<byte> matches)
    {
        for (var code = 0; code < strings.EntryCount; code++)
        {
            matches[code] = Matches(strings.Entry(code)) ? (byte)1 : (byte)0;
        }
    }
}
