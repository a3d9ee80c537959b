namespace Blittable.Collections.Stripes;

/// <summary>Pools document assemblers. Owned by a snapshot and collected with it. Thread-safe.</summary>
/// <remarks>A <c>ConcurrentBag</c> would keep the last assembler of each thread, and the stripe it read, alive as long as the thread, even after the reader is
/// gone.</remarks>
internal sealed class AssemblerPool
{
    /// <summary>The maximum number of pooled assemblers: about as many as can be in use at the same time.</summary>
    private static readonly int s_capacity = 2 * Environment.ProcessorCount;

    private readonly Lock _lock = new();
    private readonly Stack<DocumentAssembler> _idle = new();

    /// <summary>Gets or sets the maximum JSON size, in bytes, that a document may expand to for readers of the snapshot.</summary>
    public long MaxExpandedBytes { get; set; } = Array.MaxLength;

    public DocumentAssembler Take()
    {
        lock (_lock)
        {
            return _idle.TryPop(out var assembler) ? assembler : new DocumentAssembler();
        }
    }

    /// <summary>Returns an assembler to the pool. Do not return it if an exception was thrown while it was in use.</summary>
    public void Return(DocumentAssembler assembler)
    {
        lock (_lock)
        {
            if (_idle.Count < s_capacity)
            {
                _idle.Push(assembler);
            }
        }
    }
}
