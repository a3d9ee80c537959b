using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable.Paths;

/// <summary>Evaluates an operand of a filter or an argument of a function.</summary>
internal abstract class FilterOperand
{
    /// <summary>Gets the value of the operand. Returns false if it is nothing.</summary>
    public abstract bool TryGetValue(ref QueryRun run, BlittableValue current, out BlittableValue value);
}

/// <summary>Represents a literal of a filter, stored as a document.</summary>
internal sealed class LiteralOperand(BlittableDocument literal) : FilterOperand
{
    /// <summary>Gets the text of a string; null for any other literal.</summary>
    public string? Text => literal.Root.TryGetString(out var text) ? text : null;

    public override bool TryGetValue(ref QueryRun run, BlittableValue current, out BlittableValue value)
    {
        value = literal.Root;
        return true;
    }
}

/// <summary>Represents the value that a query selects, if there is exactly one. Used for singular queries, and for any query in the function
/// <c>value</c>.</summary>
internal sealed class QueryOperand(JsonPathQuery query) : FilterOperand
{
    private readonly bool _isSingular = query.IsSingular;

    public override bool TryGetValue(ref QueryRun run, BlittableValue current, out BlittableValue value)
    {
        if (_isSingular)
        {
            return query.TryEvaluateSingular(ref run, current, out value);
        }

        var isOne = run.Count(query, current, most: 2, out var first) == 1;
        value = isOne ? run.At(first) : default;
        return isOne;
    }
}

/// <summary>Represents the function <c>count</c>, which returns the number of values that a query selects.</summary>
internal sealed class CountOperand(JsonPathQuery query) : FilterOperand
{
    /// <summary>The size of a 64-bit integer value, plus a final byte that indicates that nothing is shared.</summary>
    private const int Length = 1 + sizeof(ulong) + 1;

    public override bool TryGetValue(ref QueryRun run, BlittableValue current, out BlittableValue value)
    {
        value = OfNumber(run.Count(query, current, int.MaxValue, out _));
        return true;
    }

    /// <summary>Creates an integer value outside of any document.</summary>
    public static BlittableValue OfNumber(int number)
    {
        var bytes = new byte[Length];
        bytes[0] = Tag.IntegerLast;
        BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(1), number);
        return new BlittableValue(bytes, 0, 0, null);
    }
}

/// <summary>Represents the function <c>length</c>, which counts the code points of a string, the elements of an array, or the properties of an
/// object.</summary>
internal sealed class LengthOperand(FilterOperand operand) : FilterOperand
{
    public override bool TryGetValue(ref QueryRun run, BlittableValue current, out BlittableValue value)
    {
        value = default;
        if (!operand.TryGetValue(ref run, current, out var measured))
        {
            return false;
        }

        switch (measured.Kind)
        {
            case BlittableValueKind.String:
                value = CountOperand.OfNumber(CodePoints(ref run, measured));
                return true;
            case BlittableValueKind.Array or BlittableValueKind.Object:
                value = CountOperand.OfNumber(measured.Count);
                return true;
            default:
                return false;
        }
    }

    private int CodePoints(ref QueryRun run, scoped BlittableValue value)
    {
        if (!run.TryRecall(this, value, out var count))
        {
            count = CodePoints(value, out var bytes);
            run.Limit.CountText(bytes);
            if (bytes >= QueryRun.LongText)
            {
                run.Remember(this, value, count);
            }
        }

        return count;
    }

    [SkipLocalsInit]
    private static int CodePoints(BlittableValue value, out int bytes)
    {
        using var text = new TextOrCopy(value, stackalloc byte[TextOrCopy.StackLimit]);
        var count = 0;
        foreach (var unit in text.Bytes)
        {
            // Count all bytes except UTF-8 continuation bytes.
            count += (sbyte)unit >= -64 ? 1 : 0;
        }

        bytes = text.Bytes.Length;
        return count;
    }
}
