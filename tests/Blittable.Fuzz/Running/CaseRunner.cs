namespace Blittable.Fuzz.Running;

/// <summary>Runs single inputs of a target within the limits of time and memory.</summary>
internal sealed class CaseRunner(FuzzTarget target) : IDisposable
{
    /// <summary>The processor time that a case may take. A slow case is run again, because compilation and collection do not recur.</summary>
    private static readonly TimeSpan MaxTime = TimeSpan.FromSeconds(1);

    private const int Tries = 3;

    private readonly GuardedMemory _room = new(FuzzTarget.MaxInput);

    /// <summary>Gets the processor time of the last case.</summary>
    public TimeSpan Elapsed { get; private set; }

    /// <summary>Gets the number of bytes that the last case allocated.</summary>
    public long Allocated { get; private set; }

    /// <summary>Runs an input at one end of the guarded memory.</summary>
    /// <returns>The outcome.</returns>
    /// <exception cref="FuzzFailure">A requirement was violated, or a limit exceeded.</exception>
    public string Run(ReadOnlySpan<byte> input, bool atEnd)
    {
        for (var attempt = 1; ; attempt++)
        {
            var placed = _room.Place(input, atEnd);
            var allocated = GC.GetAllocatedBytesForCurrentThread();
            var start = Environment.CpuUsage.TotalTime;
            var outcome = Run(placed);
            Elapsed = Environment.CpuUsage.TotalTime - start;
            Allocated = GC.GetAllocatedBytesForCurrentThread() - allocated;
            if (Allocated > target.MaxAllocated)
            {
                throw new FuzzFailure($"The case allocated {Allocated} bytes.");
            }

            if (Elapsed <= MaxTime)
            {
                return outcome;
            }

            if (attempt == Tries)
            {
                throw new FuzzFailure($"The case took {Elapsed.TotalMilliseconds:0} ms.");
            }
        }
    }

    public void Dispose() => ((IDisposable)_room).Dispose();

    private string Run(Memory<byte> input)
    {
        try
        {
            return target.Run(input);
        }
        catch (BlittableException exception)
        {
            return exception.Code.ToString();
        }
        catch (Exception exception) when (exception is not FuzzFailure)
        {
            throw new FuzzFailure($"{exception.GetType().Name}: {exception.Message}", exception);
        }
    }
}
