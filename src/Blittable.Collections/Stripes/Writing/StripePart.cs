using Blittable.Collections.Storage;

namespace Blittable.Collections.Stripes.Writing;

/// <summary>A stripe that is written aside, in memory: a worker makes its bytes while the caller gathers the documents of the next one.</summary>
/// <remarks>All offsets of a stripe are relative to its start, so its bytes are the same wherever they end up. Reusable, with its buffers.</remarks>
internal sealed class StripePart : IDisposable
{
    private readonly BlockSink _sink;
    private readonly StripeWriter _writer;
    private StripeReference? _stripe;

    /// <param name="options">How the collection is written.</param>
    /// <param name="dictionary">The last dictionary of the collection; documents that are stored whole need one from the start.</param>
    public StripePart(CollectionOptions options, StoredDictionary? dictionary)
    {
        Dictionary = dictionary;
        _sink = new BlockSink(new MemoryStream(), 0, options.Compression);
        _writer = new StripeWriter(options, _sink, dictionary, isSettled: true);
    }

    /// <summary>The dictionary that documents are stored with.</summary>
    public StoredDictionary? Dictionary { get; }

    /// <summary>The documents of the stripe.</summary>
    public PendingDocuments Documents { get; private set; } = new();

    /// <summary>Their keys.</summary>
    public Dictionary<CollectionKey, int> Keys { get; private set; } = [];

    /// <summary>The work: done, under way, or waiting for a worker.</summary>
    public Task Work { get; private set; } = Task.CompletedTask;

    /// <summary>Takes what was gathered, and gives empty ones for it.</summary>
    public void Exchange(ref PendingDocuments documents, ref Dictionary<CollectionKey, int> keys)
    {
        (Documents, documents) = (documents, Documents);
        (Keys, keys) = (keys, Keys);
    }

    /// <summary>Begins.</summary>
    /// <param name="before">What a worker has to do before; null where one is idle.</param>
    public void Start(Task? before) =>
        Work = before is null
            ? Task.Run(Write)
            : before.ContinueWith(_ => Write(), CancellationToken.None, TaskContinuationOptions.None, TaskScheduler.Default);

    /// <summary>Does the work here and now.</summary>
    public void Write() => _stripe = _writer.Write(Documents);

    /// <summary>Waits for the work, appends the stripe to a file, and is ready for another one.</summary>
    public StripeReference MoveTo(BlockSink sink)
    {
        Work.GetAwaiter().GetResult();
        var origin = sink.Position;
        sink.Take(_sink);
        Documents.Clear();
        Keys.Clear();
        return _stripe!.MovedTo(origin);
    }

    public void Dispose()
    {
        Work.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing).GetAwaiter().GetResult();
        _writer.Dispose();
    }
}
