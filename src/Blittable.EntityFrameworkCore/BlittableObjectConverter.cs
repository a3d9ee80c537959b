using Microsoft.EntityFrameworkCore.Storage.ValueConversion;

namespace Blittable.EntityFrameworkCore;

/// <summary>Converts between objects and documents with <see cref="BlittableSerializer"/>.</summary>
/// <remarks>Immutable and thread-safe.</remarks>
/// <typeparam name="T">A type that <see cref="BlittableSerializer"/> supports.</typeparam>
public sealed class BlittableObjectConverter<T> : ValueConverter<T, byte[]>
{
    /// <summary>Creates a converter.</summary>
    /// <param name="options">The options for serializing objects.</param>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    public BlittableObjectConverter(BlittableOptions options)
        : base(value => StoredBytes.Of(value, options), bytes => StoredBytes.Read<T>(bytes, options))
    {
        ArgumentNullException.ThrowIfNull(options);
    }
}
