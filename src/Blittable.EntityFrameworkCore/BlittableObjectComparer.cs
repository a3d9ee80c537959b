using System.Diagnostics.CodeAnalysis;
using Microsoft.EntityFrameworkCore.ChangeTracking;

namespace Blittable.EntityFrameworkCore;

/// <summary>Compares objects by their serialized documents, which detects changes at any depth.</summary>
/// <remarks>Immutable and thread-safe.</remarks>
/// <typeparam name="T">A type that <see cref="BlittableSerializer"/> supports.</typeparam>
public sealed class BlittableObjectComparer<[DynamicallyAccessedMembers(StoredBytes.ComparedMembers)] T> : ValueComparer<T>
{
    /// <summary>Creates a comparer.</summary>
    /// <param name="options">The options for serializing objects. Objects are compared without the dictionary.</param>
    /// <exception cref="ArgumentNullException"><paramref name="options"/> is null.</exception>
    public BlittableObjectComparer(BlittableOptions options)
        : this(new ComparedForm(options))
    {
    }

    private BlittableObjectComparer(ComparedForm form)
        : base(
            (left, right) => form.AreEqual(left, right),
            value => BlittableDocumentComparer.Hash(form.Of(value)),
            value => StoredBytes.Read<T>(form.Of(value), form.Options))
    {
    }

    /// <summary>Serializes objects so that equal objects have equal bytes.</summary>
    private sealed class ComparedForm
    {
        public ComparedForm(BlittableOptions options)
        {
            ArgumentNullException.ThrowIfNull(options);
            // A dictionary that learns, and a writer that remembers earlier objects, change the bytes of an equal object.
            Options = options with { Dictionary = null, LearnAcrossDocuments = false };
        }

        public BlittableOptions Options { get; }

        public byte[] Of(T value) => StoredBytes.Of(value, Options);

        public bool AreEqual(T? left, T? right) =>
            left is null || right is null ? left is null && right is null : Of(left).AsSpan().SequenceEqual(Of(right));
    }
}
