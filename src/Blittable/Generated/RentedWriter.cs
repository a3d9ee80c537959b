using Blittable.Layout;

namespace Blittable.Generated;

/// <summary>A writer for one call, warm if this thread has used one with the same options the last time.</summary>
internal readonly ref struct RentedWriter
{
    /// <summary>Buffers that a kept writer may hold on to.</summary>
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

    /// <summary>Lets go of what this thread keeps.</summary>
    public static void Forget() => s_kept = null;

    /// <summary>Keeps the writer for the next call.</summary>
    public void Dispose()
    {
        Writer.Trim(MaxKept);
        s_kept = Writer;
    }
}
