using Blittable.Layout;

namespace Blittable.Generated;

/// <summary>Represents a writer for one call, reused if this thread last used one with equal options.</summary>
internal readonly ref struct RentedWriter
{
    /// <summary>The maximum size of the buffers that a cached writer retains, in bytes.</summary>
    private const int MaxKept = 1 << 20;

    [ThreadStatic]
    private static ObjectWriter? s_kept;

    private RentedWriter(ObjectWriter writer) => Writer = writer;

    public ObjectWriter Writer { get; }

    public static RentedWriter For(BlittableOptions? options)
    {
        options ??= BlittableOptions.Default;
        var kept = s_kept;
        s_kept = null;
        return new RentedWriter(kept is not null && kept.Trims == CacheTrims.Count && (ReferenceEquals(kept.Options, options) || kept.Options.Equals(options)) ? kept : new ObjectWriter(options) { Trims = CacheTrims.Count });
    }

    /// <summary>Releases the cached writer of this thread.</summary>
    public static void Forget() => s_kept = null;

    /// <summary>Caches the writer for the next call.</summary>
    public void Dispose()
    {
        Writer.Trim(MaxKept);
        s_kept = Writer;
    }
}
