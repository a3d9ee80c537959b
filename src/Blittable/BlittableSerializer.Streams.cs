using System.Buffers;
using System.IO.Pipelines;
using Blittable.Layout;
using Blittable.Generated;

namespace Blittable;

/// <content>Segmented documents, streams and pipes, and the population of existing objects.</content>
public static partial class BlittableSerializer
{
    /// <summary>Reads an object from a document that may be split into segments.</summary>
    /// <param name="bytes">The document, without further bytes.</param>
    /// <param name="options">The dictionary that the document was written with, and the maximum nesting depth of objects.</param>
    /// <inheritdoc cref="Deserialize{T}(BlittableValue, BlittableOptions?)"/>
    public static T? Deserialize<T>(in ReadOnlySequence<byte> bytes, BlittableOptions? options = null)
    {
        if (bytes.IsSingleSegment)
        {
            return Deserialize<T>(bytes.FirstSpan, options);
        }

        if (bytes.Length > Array.MaxLength)
        {
            ThrowHelper.InputTooLarge(bytes.Length, Array.MaxLength);
        }

        var rented = ArrayPool<byte>.Shared.Rent((int)bytes.Length);
        try
        {
            bytes.CopyTo(rented);
            return Deserialize<T>(rented.AsSpan(0, (int)bytes.Length), options);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(rented);
        }
    }

    /// <summary>Writes an object to a stream as a document.</summary>
    /// <param name="output">The stream. Writing starts when the document is complete.</param>
    /// <param name="value">The object.</param>
    /// <param name="options">Specifies how the document is stored. If <see langword="null"/>, memory mode is used.</param>
    /// <param name="cancellationToken">The token to cancel writing.</param>
    /// <inheritdoc cref="Serialize{T}(T, IBufferWriter{byte}, BlittableOptions?)" path="/typeparam | /exception"/>
    public static async Task SerializeAsync<T>(Stream output, T value, BlittableOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(output);
        await output.WriteAsync(Serialize(value, options), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Writes an object to a pipe as a document, and flushes the pipe. The caller must complete the pipe.</summary>
    /// <param name="output">The pipe. Writing starts when the document is complete.</param>
    /// <param name="value">The object.</param>
    /// <param name="options">Specifies how the document is stored. If <see langword="null"/>, memory mode is used.</param>
    /// <param name="cancellationToken">The token to cancel flushing.</param>
    /// <inheritdoc cref="Serialize{T}(T, IBufferWriter{byte}, BlittableOptions?)" path="/typeparam | /exception"/>
    public static async Task SerializeAsync<T>(PipeWriter output, T value, BlittableOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(output);
        Serialize(value, output, options);
        var result = await output.FlushAsync(cancellationToken).ConfigureAwait(false);
        if (result.IsCanceled)
        {
            throw new OperationCanceledException(cancellationToken);
        }
    }

    /// <summary>Reads a stream to its end, and reads an object from the document in it.</summary>
    /// <param name="bytes">The stream.</param>
    /// <param name="options">The dictionary that the document was written with, and the maximum nesting depth of objects.</param>
    /// <param name="cancellationToken">The token to cancel reading.</param>
    /// <inheritdoc cref="Deserialize{T}(BlittableValue, BlittableOptions?)"/>
    public static async ValueTask<T?> DeserializeAsync<T>(Stream bytes, BlittableOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(bytes);
        using var input = await PooledInput.ReadAsync(bytes, cancellationToken).ConfigureAwait(false);
        return Deserialize<T>(input.Bytes, options);
    }

    /// <summary>Reads a pipe to its end, and reads an object from the document in it. The caller must complete the pipe.</summary>
    /// <remarks>The bytes are consumed as they arrive, so bytes read before a cancellation are lost.</remarks>
    /// <param name="bytes">The pipe.</param>
    /// <param name="options">The dictionary that the document was written with, and the maximum nesting depth of objects.</param>
    /// <param name="cancellationToken">The token to cancel reading.</param>
    /// <inheritdoc cref="Deserialize{T}(BlittableValue, BlittableOptions?)"/>
    public static async ValueTask<T?> DeserializeAsync<T>(PipeReader bytes, BlittableOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(bytes);
        using var input = await PooledInput.ReadAsync(bytes, cancellationToken).ConfigureAwait(false);
        return Deserialize<T>(input.Bytes, options);
    }

    /// <summary>Reads the properties of a value into an existing object. Members without a property remain unchanged, and elements are added to
    /// collections.</summary>
    /// <typeparam name="T">The type of the object. If it is a value type, <paramref name="target"/> is changed in place.</typeparam>
    /// <param name="target">The object.</param>
    /// <param name="value">The value.</param>
    /// <param name="options">The options. Only <see cref="BlittableOptions.MaxDepth"/> is used.</param>
    /// <exception cref="NotSupportedException">No code was generated for the type, or it has no settable members.</exception>
    /// <inheritdoc cref="Deserialize{T}(BlittableValue, BlittableOptions?)" path="/exception"/>
    public static void Populate<T>(ref T target, BlittableValue value, BlittableOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(target);
        value.RequireDefined();
        var reader = Rent(value, options);
        try
        {
            ConverterOf<T>.Instance.Populate(reader, value, ref target);
        }
        catch (BlittableException fault)
        {
            throw reader.Explain(fault, value);
        }
        finally
        {
            s_reader = reader;
        }
    }

    /// <inheritdoc cref="Populate{T}(ref T, BlittableValue, BlittableOptions?)"/>
    public static void Populate<T>(T target, BlittableValue value, BlittableOptions? options = null)
        where T : class =>
        Populate(ref target, value, options);
}
