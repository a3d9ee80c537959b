using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Reading;

namespace Blittable.Paths;

/// <summary>Evaluates an operand of a filter or an argument of a function.</summary>
internal abstract class FilterOperand
{
    /// <summary>Gets the operand's value; false where it is nothing.</summary>
    public abstract bool TryGetValue(ref QueryRun run, BlittableValue current, out BlittableValue value);
}

/// <summary>A literal of a filter, kept as a document.</summary>
internal sealed class LiteralOperand(BlittableDocument literal) : FilterOperand
{
    /// <summary>The text of a string; null for any other literal.</summary>
    public string? Text => literal.Root.TryGetString(out var text) ? text : null;

    public override bool TryGetValue(ref QueryRun run, BlittableValue current, out BlittableValue value)
    {
        value = literal.Root;
        return true;
    }
}

/// <summary>The value that a query leads to: one of a singular query, or of any query within the function <c>value</c>, if there is exactly one.</summary>
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

/// <summary>The function <c>count</c>: how many values a query leads to.</summary>
internal sealed class CountOperand(JsonPathQuery query) : FilterOperand
{
    /// <summary>Bytes of a value of this kind, and a last byte that says that nothing is shared.</summary>
    private const int Length = 1 + sizeof(ulong) + 1;

    public override bool TryGetValue(ref QueryRun run, BlittableValue current, out BlittableValue value)
    {
        value = OfNumber(run.Count(query, current, int.MaxValue, out _));
        return true;
    }

    /// <summary>An integer as a value of no document.</summary>
    public static BlittableValue OfNumber(int number)
    {
        var bytes = new byte[Length];
        bytes[0] = Tag.IntegerLast;
        BinaryPrimitives.WriteInt64LittleEndian(bytes.AsSpan(1), number);
        return new BlittableValue(bytes, 0, 0, null);
    }
}

/// <summary>The function <c>length</c>: code points of a string, elements of an array, or properties of an object.</summary>
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
            // All bytes but those that continue a code point.
            count += (sbyte)unit >= -64 ? 1 : 0;
        }

        bytes = text.Bytes.Length;
        return count;
    }
}
