using System.Buffers;

namespace Blittable.Tests;

/// <summary>An output with little room whose n-th call fails.</summary>
internal sealed class FailingWriter(int failsAt) : IBufferWriter<byte>
{
    private const int MostCalls = 40;

    private readonly StingyWriter _inner = new();
    private int _calls;

    /// <summary>Writes to an output whose first call fails, then to an output whose second call fails, and so on until an output receives everything.</summary>
    /// <param name="write">Writes to an output.</param>
    /// <param name="check">Checks the object that wrote, after each failure.</param>
    public static void FailAtEachCall(Action<IBufferWriter<byte>> write, Action check)
    {
        for (var call = 1; call <= MostCalls; call++)
        {
            var output = new FailingWriter(call);
            if (Record.Exception(() => write(output)) is not { } fault)
            {
                return;
            }

            Assert.IsType<TimeoutException>(fault);
            check();
        }
    }

    public void Advance(int count)
    {
        Count();
        _inner.Advance(count);
    }

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Count();
        return _inner.GetMemory(sizeHint);
    }

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;

    private void Count()
    {
        if (++_calls == failsAt)
        {
            throw new TimeoutException();
        }
    }
}
