using Blittable.Collections.Storage;

namespace Blittable.Collections.Stripes.Writing;

/// <summary>Represents a stripe written in memory: a worker encodes it while the caller collects the documents of the next stripe.</summary>
/// <remarks>All offsets in a stripe are relative to its start, so its bytes do not depend on its location. Instances and their buffers are reusable.</remarks>
internal sealed class StripePart : IDisposable
{
    private readonly BlockSink _sink;
    private readonly StripeWriter _writer;
    private PendingDocuments _documents;
    private StripeReference? _stripe;

    /// <param name="options">The options that the collection is written with.</param>
    /// <param name="dictionary">The last dictionary of the collection. Required in advance for documents that are stored whole.</param>
    /// <param name="pages">The pages of documents.</param>
    public StripePart(CollectionOptions options, StoredDictionary? dictionary, DocumentPagePool pages)
    {
        _documents = new PendingDocuments(pages);
        Dictionary = dictionary;
        _sink = new BlockSink(new MemoryStream(), 0, options.Compression);
        _writer = new StripeWriter(options, _sink, dictionary, isSettled: true);
    }

    /// <summary>Gets the dictionary for the documents.</summary>
    public StoredDictionary? Dictionary { get; }

    /// <summary>Gets the number of documents of the stripe.</summary>
    public int Count { get; private set; }

    /// <summary>Gets the keys of the documents.</summary>
    public Dictionary<CollectionKey, int> Keys { get; private set; } = [];

    /// <summary>Gets the task that writes the stripe: completed, running, or waiting for a worker.</summary>
    public Task Work { get; private set; } = Task.CompletedTask;

    /// <summary>Exchanges the collected documents and keys for empty collections.</summary>
    public void Exchange(ref PendingDocuments documents, ref Dictionary<CollectionKey, int> keys)
    {
        (_documents, documents) = (documents, _documents);
        Count = _documents.LiveCount;
        (Keys, keys) = (keys, Keys);
    }

    /// <summary>Starts writing the stripe on another thread.</summary>
    /// <param name="before">The task to wait for, or null if a worker is idle.</param>
    public void Start(Task? before) =>
        Work = before is null
            ? Task.Run(Write)
            : before.ContinueWith(_ => Write(), CancellationToken.None, TaskContinuationOptions.None, TaskScheduler.Default);

    /// <summary>Writes the stripe on this thread.</summary>
    public void Write()
    {
        _stripe = _writer.Write(_documents);
        _documents.Clear();
    }

    /// <summary>Waits until the stripe is written, appends it to a file, and prepares for another one.</summary>
    public StripeReference MoveTo(BlockSink sink)
    {
        Work.GetAwaiter().GetResult();
        var origin = sink.Position;
        sink.Take(_sink);
        Count = 0;
        Keys.Clear();
        return _stripe!.MovedTo(origin);
    }

    public void Dispose()
    {
        Work.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing).GetAwaiter().GetResult();
        _writer.Dispose();
    }
}
