using Blittable.Layout;

namespace Blittable.Collections;

/// <summary>Sets how a <see cref="CollectionReader"/> reads its file.</summary>
public sealed record CollectionReaderOptions
{
    internal static CollectionReaderOptions Default { get; } = new();

    /// <summary>Gets how the file is read. The default is <see cref="CollectionAccess.Mapped"/>: a collection that only this library writes is never shortened, and
    /// mapped blocks are read without a copy, which makes scans and lookups fastest.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not a defined one.</exception>
    public CollectionAccess Access { get; init => field = Setting.Named(value); }
}
