using Blittable.Fuzz.Running;

namespace Blittable.Fuzz;

/// <summary>Tests which results the runner of cases treats as failures.</summary>
public sealed class CaseRunnerTests
{
    [Fact]
    public void A_BlittableException_is_an_outcome()
    {
        Assert.Equal("InvalidData", Run(_ => BlittableDocument.Open(new byte[] { 0xFF, 0x01, 0x01 }).Root.GetString()));
    }

    [Fact]
    public void Any_other_exception_is_a_failure()
    {
        Assert.Contains("IndexOutOfRangeException", Assert.Throws<FuzzFailure>(() => Run(input => input.Span[^1] = input.Span.ToArray()[input.Length])).Message);
    }

    [Fact]
    public void A_case_that_allocates_more_than_the_limit_of_its_target_is_a_failure()
    {
        Assert.Contains("allocated", Assert.Throws<FuzzFailure>(() => Run(_ => GC.KeepAlive(new byte[64 << 20]))).Message);
    }

    [Fact]
    public void An_input_is_placed_at_either_end_of_the_guarded_memory()
    {
        using var room = new GuardedMemory(100);
        Assert.Equal(0, room.Capacity % Environment.SystemPageSize);
        Assert.Equal([1, 2, 3], room.Place([1, 2, 3], atEnd: true).ToArray());
        Assert.Equal([1, 2, 3], room.GetSpan()[^3..].ToArray());
        Assert.Equal([4, 5], room.Place([4, 5], atEnd: false).ToArray());
        Assert.Equal([4, 5], room.GetSpan()[..2].ToArray());
    }

    private static string Run(Action<Memory<byte>> action)
    {
        using var runner = new CaseRunner(new ActionTarget(action));
        return runner.Run([1, 2, 3], atEnd: true);
    }

    private sealed class ActionTarget(Action<Memory<byte>> action) : FuzzTarget
    {
        public override string Name => "action";

        public override byte[] Make(FuzzRandom random) => [];

        public override string Run(Memory<byte> input)
        {
            action(input);
            return "done";
        }
    }
}
