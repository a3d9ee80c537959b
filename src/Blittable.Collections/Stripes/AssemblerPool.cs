namespace Blittable.Collections.Stripes;

/// <summary>Assemblers that wait for their next use, owned by a snapshot and collected with it. Safe for any number of threads.</summary>
/// <remarks>A <c>ConcurrentBag</c> would keep the last assembler of each thread for as long as the thread lives, with the stripe that it has read, whatever became of the
/// reader.</remarks>
internal sealed class AssemblerPool
{
    /// <summary>As many as can be at work at the same time; more are dropped.</summary>
    private static readonly int s_capacity = 2 * Environment.ProcessorCount;

    private readonly Lock _lock = new();
    private readonly Stack<DocumentAssembler> _idle = new();

    /// <summary>Gets or sets the most bytes that a document may expand to for the readers of the snapshot.</summary>
    public long MaxExpandedBytes { get; set; } = Array.MaxLength;

    public DocumentAssembler Take()
    {
        lock (_lock)
        {
            return _idle.TryPop(out var assembler) ? assembler : new DocumentAssembler();
        }
    }

    /// <summary>Takes an assembler back, unless an error was thrown while it was used.</summary>
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
