using System.Diagnostics.CodeAnalysis;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace Blittable.EntityFrameworkCore;

/// <summary>Compares objects by their serialized documents, which detects changes at any depth.</summary>
/// <remarks>Immutable and thread-safe.</remarks>
/// <typeparam name="T">A type that <see cref="BlittableSerializer"/> supports.</typeparam>
public sealed class BlittableObjectComparer<[DynamicallyAccessedMembers(StoredBytes.ComparedMembers)] T> : ValueComparer<T>
{
    /// <summary>Creates a comparer.</summary>
    /// <param name="options">The options for serializing objects.</param>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    public BlittableObjectComparer(BlittableOptions options)
        : base(
            (left, right) => AreEqual(left, right, options),
            value => BlittableDocumentComparer.Hash(StoredBytes.Of(value, options)),
            value => StoredBytes.Read<T>(StoredBytes.Of(value, options), options))
    {
        ArgumentNullException.ThrowIfNull(options);
    }

    private static bool AreEqual(T? left, T? right, BlittableOptions options) =>
        left is null || right is null
            ? left is null && right is null
            : StoredBytes.Of(left, options).AsSpan().SequenceEqual(StoredBytes.Of(right, options));
}
