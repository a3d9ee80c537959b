using System.Runtime.InteropServices;
using Blittable.Cli;
using Blittable.Collections;
using Blittable.Fuzz.Inputs;
using Blittable.Fuzz.Running;

namespace Blittable.Fuzz.Targets;

/// <summary>Text of sort orders: accepted orders are printed as text with the same meaning, and an error has a position in the text, except for the error that an
/// order is a constant.</summary>
/// <remarks>An input is UTF-16.</remarks>
internal sealed class OrderTarget : FuzzTarget
{
    private const int MaxOrders = 4;

    private static readonly string[] Columns = ["$.a", "rate", "x desc", "a,b", "percentile 0.5($.a)", "`quoted`", "-$.b", "lower($.c)", " "];

    public override string Name => "orders";

    /// <summary>Gets the number of bytes that a case may allocate. A regular expression takes several kilobytes per character.</summary>
    public override long MaxAllocated => 256 << 20;

    public override byte[] Make(FuzzRandom random)
    {
        var orders = Enumerable.Range(0, 1 + random.Next(MaxOrders)).Select(_ => Order(random));
        return MemoryMarshal.AsBytes(QueryTexts.Damaged(random, string.Join(random.OneIn(2) ? "," : ", ", orders)).AsSpan()).ToArray();
    }

    public override string Run(Memory<byte> input)
    {
        var text = new string(MemoryMarshal.Cast<byte, char>(input.Span));
        List<ResultOrder>? orders;
        try
        {
            orders = ConditionTarget.Read(text, () => ResultOrder.Parse(text, Columns));
        }
        catch (UsageException)
        {
            return "a constant";
        }

        if (orders is null)
        {
            return "refused";
        }

        var printed = string.Join(", ", orders);
        var again = ConditionTarget.Read(printed, () => ResultOrder.Parse(printed, Columns));
        if (again is null || !orders.Select(Meaning).SequenceEqual(again.Select(Meaning)))
        {
            throw new FuzzFailure($"'{text}' is printed as '{printed}', which has another meaning.");
        }

        return "accepted";
    }

    private static (string Column, bool IsHidden, bool IsDescending) Meaning(ResultOrder order) => (order.Column, order.Hidden is not null, order.IsDescending);

    private static string Order(FuzzRandom random)
    {
        var by = random.Next(4) switch
        {
            0 => random.Pick<string>(Columns),
            1 => $"`{random.Pick<string>(Columns)}`",
            2 => random.Pick<string>(["a", "b.c[0]", "$['a']", "count", "price as rate"]),
            _ => QueryTexts.Value(random),
        };
        return $"{(random.OneIn(4) ? "-" : "")}{by}{random.Pick<string>(["", "", " desc", " asc", " DESC"])}";
    }
}
