using Microsoft.EntityFrameworkCore.Storage.ValueConversion;

namespace Blittable.EntityFrameworkCore;

/// <summary>Stores an object as a document, by <see cref="BlittableSerializer"/>.</summary>
/// <remarks>It is immutable; any thread may use it.</remarks>
/// <typeparam name="T">A type that the serializer knows.</typeparam>
public sealed class BlittableObjectConverter<T> : ValueConverter<T, byte[]>
{
    /// <summary>Makes a converter.</summary>
    /// <param name="options">The options for storing objects.</param>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    public BlittableObjectConverter(BlittableOptions options)
        : base(value => StoredBytes.Of(value, options), bytes => StoredBytes.Read<T>(bytes, options))
    {
        ArgumentNullException.ThrowIfNull(options);
    }
}
