using System.Buffers.Binary;
using Blittable.Layout;

namespace Blittable.Paths;

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
