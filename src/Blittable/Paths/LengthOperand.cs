using System.Runtime.CompilerServices;
using Blittable.Reading;

namespace Blittable.Paths;

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
