using System.Runtime.InteropServices;
using Blittable.Collections;
using Blittable.Collections.Query.Language;
using Blittable.Fuzz.Inputs;
using Blittable.Fuzz.Running;

namespace Blittable.Fuzz.Targets;

/// <summary>Text of conditions: an accepted condition is printed as text with the same meaning, and an error has a position in the text.</summary>
/// <remarks>An input is UTF-16.</remarks>
internal sealed class ConditionTarget : FuzzTarget
{
    private static readonly string[] Columns = ["$.a", "rate", "count", "sum($.price)", "é"];

    private static readonly (string Name, QueryValue Value)[] Parameters = [("rate", 1), ("x_1", "2024-03-01"), ("é", QueryValue.Null)];

    public override string Name => "conditions";

    /// <summary>Gets the number of bytes that a case may allocate. A regular expression takes several kilobytes per character.</summary>
    public override long MaxAllocated => 256 << 20;

    public override byte[] Make(FuzzRandom random) => MemoryMarshal.AsBytes(QueryTexts.Condition(random).AsSpan()).ToArray();

    public override string Run(Memory<byte> input)
    {
        var text = new string(MemoryMarshal.Cast<byte, char>(input.Span));
        if (Read(text, () => QueryParser.ParseCondition(text)) is not { } condition)
        {
            return "refused";
        }

        var printed = condition.ToString();
        if (Read(printed, () => QueryParser.ParseCondition(printed)) is not { } again || !again.Equals(condition))
        {
            throw new FuzzFailure($"'{text}' is printed as '{printed}', which has another meaning.");
        }

        var isHaving = Read(text, () => ResultCondition.Parse(condition, Columns, text, new QueryBinder(text, Parameters))) is not null;
        if (Read(text, () => Filter.Parse(text, Parameters)) is null)
        {
            return isHaving ? "condition on columns" : "not bound";
        }

        return Read(printed, () => Filter.Parse(printed, Parameters)) is not null ? "accepted"
            : throw new FuzzFailure($"'{text}' is printed as '{printed}', which is refused.");
    }

    /// <summary>Parses text, and requires the position of an error to be in the text.</summary>
    /// <returns>The result; null if the text is refused.</returns>
    internal static T? Read<T>(string text, Func<T> parse)
        where T : class
    {
        try
        {
            return parse();
        }
        catch (BlittableException fault) when (fault.Code == BlittableErrorCode.InvalidQuery && fault.Offset >= 0 && fault.Offset <= text.Length)
        {
            return null;
        }
        catch (BlittableException fault)
        {
            throw new FuzzFailure($"The error for '{text}' has the code {fault.Code} and the position {fault.Offset}.", fault);
        }
    }
}
