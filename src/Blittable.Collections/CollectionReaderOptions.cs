using Blittable.Layout;

namespace Blittable.Collections;

/// <summary>Specifies how a <see cref="CollectionReader"/> reads its file.</summary>
public sealed record CollectionReaderOptions
{
    internal static CollectionReaderOptions Default { get; } = new();

    /// <summary>Gets the file access method. The default is <see cref="CollectionAccess.Mapped"/>, which reads blocks without copying and is the fastest for
    /// scans and lookups. It is safe if only this library writes the file, because the library never truncates it.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The value is not defined.</exception>
    public CollectionAccess Access { get; init => field = Setting.Named(value); }
}
