using System.Buffers;
using System.IO.Pipelines;
using System.Runtime.CompilerServices;
using Blittable.Layout;
using Blittable.Generated;

namespace Blittable;

/// <content>Streams and pipes of many documents. Each document is preceded by its length, a LEB128 integer of one to five bytes.</content>
public static partial class BlittableSerializer
{
    private const int FlushLength = 1 << 14;

    /// <summary>Writes objects to a stream as documents, each preceded by its length. Read them with
    /// <see cref="DeserializeAsyncEnumerable{T}(Stream, BlittableOptions?, CancellationToken)"/>.</summary>
    /// <typeparam name="T">The type of the objects. It determines which members are written.</typeparam>
    /// <param name="output">The stream. It remains open.</param>
    /// <param name="values">The objects.</param>
    /// <param name="options">Specifies how the documents are stored. If <see langword="null"/>, memory mode is used.</param>
    /// <param name="cancellationToken">The token to cancel writing.</param>
    /// <exception cref="ArgumentNullException"><paramref name="output"/> or <paramref name="values"/> is null.</exception>
    /// <inheritdoc cref="Serialize{T}(T, IBufferWriter{byte}, BlittableOptions?)" path="/exception"/>
    public static async Task SerializeAsyncEnumerable<T>(
        Stream output, IAsyncEnumerable<T> values, BlittableOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(output);
        ArgumentNullException.ThrowIfNull(values);
        var pipe = PipeWriter.Create(output, new StreamPipeWriterOptions(leaveOpen: true));
        var state = new Flushing();
        try
        {
            await WriteFrames(pipe, values, options, state, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            // If the source failed, the documents before are written. If the stream failed, it may contain a part of them, so they are not written again.
            await pipe.CompleteAsync(state.HasFailed ? new IOException() : null).ConfigureAwait(false);
        }
    }

    /// <summary>Writes objects to a pipe as documents, each preceded by its length. The pipe is flushed every 16 KB, and whenever the next object is not
    /// available yet. The caller must complete the pipe.</summary>
    /// <param name="output">The pipe.</param>
    /// <param name="values">The objects.</param>
    /// <param name="options">Specifies how the documents are stored. If <see langword="null"/>, memory mode is used.</param>
    /// <param name="cancellationToken">The token to cancel writing.</param>
    /// <inheritdoc cref="SerializeAsyncEnumerable{T}(Stream, IAsyncEnumerable{T}, BlittableOptions?, CancellationToken)"/>
    public static Task SerializeAsyncEnumerable<T>(
        PipeWriter output, IAsyncEnumerable<T> values, BlittableOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(output);
        ArgumentNullException.ThrowIfNull(values);
        return WriteFrames(output, values, options, new Flushing(), cancellationToken);
    }

    private static async Task WriteFrames<T>(PipeWriter output, IAsyncEnumerable<T> values, BlittableOptions? options, Flushing state, CancellationToken cancellationToken)
    {
        var unflushed = 0L;
        var source = values.GetAsyncEnumerator(cancellationToken);
        await using (source.ConfigureAwait(false))
        {
            while (await MoveNextAsync().ConfigureAwait(false))
            {
                unflushed += WriteFrame(output, source.Current, options);
                if (unflushed >= FlushLength)
                {
                    await FlushAsync().ConfigureAwait(false);
                }
            }
        }

        await FlushAsync().ConfigureAwait(false);

        async ValueTask<bool> MoveNextAsync()
        {
            var next = source.MoveNextAsync();
            if (next.IsCompleted || unflushed == 0)
            {
                return await next.ConfigureAwait(false);
            }

            // The source waits, so the reader receives the documents before the next one.
            var waiting = next.AsTask();
            try
            {
                await FlushAsync().ConfigureAwait(false);
            }
            catch
            {
                // A source cannot be disposed while it advances.
                await ((Task)waiting).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
                throw;
            }

            return await waiting.ConfigureAwait(false);
        }

        async ValueTask FlushAsync()
        {
            state.HasFailed = true;
            var result = await output.FlushAsync(cancellationToken).ConfigureAwait(false);
            if (result.IsCanceled)
            {
                throw new OperationCanceledException(cancellationToken);
            }

            state.HasFailed = false;
            unflushed = 0;
        }
    }

    /// <summary>Reads objects from a stream of documents, each preceded by its length.</summary>
    /// <typeparam name="T">The type of the objects.</typeparam>
    /// <param name="documents">The stream. It remains open. Bytes after the last requested document may have been consumed.</param>
    /// <param name="options">The dictionary that the documents were written with, and the maximum nesting depth of objects.</param>
    /// <param name="cancellationToken">The token to cancel reading.</param>
    /// <returns>The objects, with <see langword="null"/> for JSON null.</returns>
    /// <exception cref="ArgumentNullException"><paramref name="documents"/> is null.</exception>
    /// <exception cref="BlittableException">A length is damaged, or the stream ends within a document.</exception>
    /// <inheritdoc cref="Deserialize{T}(BlittableValue, BlittableOptions?)" path="/exception"/>
    public static IAsyncEnumerable<T?> DeserializeAsyncEnumerable<T>(Stream documents, BlittableOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(documents);
        return ReadStream<T>(documents, options, cancellationToken);
    }

    /// <summary>Reads objects from a pipe of documents, each preceded by its length. Bytes after the last requested object remain in the pipe.</summary>
    /// <param name="documents">The pipe. The caller must complete it.</param>
    /// <param name="options">The dictionary that the documents were written with, and the maximum nesting depth of objects.</param>
    /// <param name="cancellationToken">The token to cancel reading.</param>
    /// <inheritdoc cref="DeserializeAsyncEnumerable{T}(Stream, BlittableOptions?, CancellationToken)"/>
    public static IAsyncEnumerable<T?> DeserializeAsyncEnumerable<T>(PipeReader documents, BlittableOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(documents);
        return ReadFrames<T>(documents, options, cancellationToken);
    }

    private static async IAsyncEnumerable<T?> ReadStream<T>(Stream documents, BlittableOptions? options, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var pipe = PipeReader.Create(documents, new StreamPipeReaderOptions(leaveOpen: true));
        try
        {
            await foreach (var value in ReadFrames<T>(pipe, options, cancellationToken).ConfigureAwait(false))
            {
                yield return value;
            }
        }
        finally
        {
            await pipe.CompleteAsync().ConfigureAwait(false);
        }
    }

    private static async IAsyncEnumerable<T?> ReadFrames<T>(PipeReader documents, BlittableOptions? options, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var index = 0L;
        while (true)
        {
            var result = await documents.ReadAsync(cancellationToken).ConfigureAwait(false);
            var buffer = result.Buffer;
            var examined = buffer.Start;
            try
            {
                if (result.IsCanceled)
                {
                    throw new OperationCanceledException(cancellationToken);
                }

                while (TryReadFrame(ref buffer, index, out var document))
                {
                    examined = buffer.Start;
                    yield return DeserializeAt<T>(document, options, index++);
                }

                examined = buffer.End;
                if (result.IsCompleted && !buffer.IsEmpty)
                {
                    throw new BlittableException(
                        BlittableErrorCode.UnexpectedEnd, $"The stream ends within the document at index {index}, or within its length prefix.");
                }
            }
            finally
            {
                documents.AdvanceTo(buffer.Start, examined);
            }

            if (result.IsCompleted)
            {
                yield break;
            }
        }
    }

    /// <summary>Reads an object. A fault states the index of its document.</summary>
    private static T? DeserializeAt<T>(in ReadOnlySequence<byte> document, BlittableOptions? options, long index)
    {
        try
        {
            return Deserialize<T>(document, options);
        }
        catch (BlittableException fault)
        {
            throw new BlittableException(fault.Code, $"Document at index {index}: {fault.Message}", fault.Offset, innerException: fault);
        }
    }

    private static int WriteFrame<T>(PipeWriter output, T value, BlittableOptions? options)
    {
        using var rented = ObjectWriter.Rent(options);
        var document = Write(rented.Value, value);
        var length = Varint.Write(output.GetSpan(Varint.MaxLength), (uint)document.Length);
        output.Advance(length);
        output.Write(document);
        return length + document.Length;
    }

    /// <summary>Removes a document from the start of the buffer. Returns <see langword="false"/> if it is incomplete.</summary>
    private static bool TryReadFrame(ref ReadOnlySequence<byte> buffer, long index, out ReadOnlySequence<byte> document)
    {
        var reader = new SequenceReader<byte>(buffer);
        var (length, shift) = (0L, 0);
        while (reader.TryRead(out var part))
        {
            length |= (long)(part & 0x7F) << shift;
            shift += 7;
            if (length > Array.MaxLength || (part >= 0x80 && shift >= 7 * Varint.MaxLength))
            {
                throw new BlittableException(
                    BlittableErrorCode.InvalidData,
                    $"The length prefix of the document at index {index} is damaged. The stream may not be the output of SerializeAsyncEnumerable.");
            }

            if (part < 0x80)
            {
                if (reader.Remaining < length)
                {
                    break;
                }

                document = buffer.Slice(reader.Position, length);
                buffer = buffer.Slice(document.End);
                return true;
            }
        }

        document = default;
        return false;
    }

    /// <summary>Records whether flushing failed.</summary>
    private sealed class Flushing
    {
        public bool HasFailed { get; set; }
    }
}
