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
        var pipe = PipeWriter.Create(output, new StreamPipeWriterOptions(leaveOpen: true));
        await SerializeAsyncEnumerable(pipe, values, options, cancellationToken).ConfigureAwait(false);
        await pipe.CompleteAsync().ConfigureAwait(false);
    }

    /// <summary>Writes objects to a pipe as documents, each preceded by its length. The pipe is flushed every 16 KB. The caller must complete the
    /// pipe.</summary>
    /// <param name="output">The pipe.</param>
    /// <param name="values">The objects.</param>
    /// <param name="options">Specifies how the documents are stored. If <see langword="null"/>, memory mode is used.</param>
    /// <param name="cancellationToken">The token to cancel writing.</param>
    /// <inheritdoc cref="SerializeAsyncEnumerable{T}(Stream, IAsyncEnumerable{T}, BlittableOptions?, CancellationToken)"/>
    public static async Task SerializeAsyncEnumerable<T>(
        PipeWriter output, IAsyncEnumerable<T> values, BlittableOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(output);
        ArgumentNullException.ThrowIfNull(values);
        var unflushed = 0L;
        await foreach (var value in values.WithCancellation(cancellationToken).ConfigureAwait(false))
        {
            unflushed += WriteFrame(output, value, options);
            if (unflushed >= FlushLength)
            {
                await FlushAsync().ConfigureAwait(false);
                unflushed = 0;
            }
        }

        await FlushAsync().ConfigureAwait(false);

        async ValueTask FlushAsync()
        {
            var result = await output.FlushAsync(cancellationToken).ConfigureAwait(false);
            if (result.IsCanceled)
            {
                throw new OperationCanceledException(cancellationToken);
            }
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
        return ReadFrames<T>(PipeReader.Create(documents, new StreamPipeReaderOptions(leaveOpen: true)), options, cancellationToken);
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

    private static async IAsyncEnumerable<T?> ReadFrames<T>(PipeReader documents, BlittableOptions? options, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
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

                while (TryReadFrame(ref buffer, out var document))
                {
                    examined = buffer.Start;
                    yield return Deserialize<T>(document, options);
                }

                examined = buffer.End;
                if (result.IsCompleted && !buffer.IsEmpty)
                {
                    throw new BlittableException(BlittableErrorCode.UnexpectedEnd, "The stream ends within a document or its length.");
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

    private static int WriteFrame<T>(PipeWriter output, T value, BlittableOptions? options)
    {
        using var rented = RentedWriter.For(options);
        var document = Write(rented.Writer, value);
        var prefix = output.GetSpan(Varint.MaxLength);
        var (left, length) = ((uint)document.Length, 0);
        for (; left >= 0x80; left >>= 7)
        {
            prefix[length++] = (byte)(left | 0x80);
        }

        prefix[length++] = (byte)left;
        output.Advance(length);
        output.Write(document);
        return length + document.Length;
    }

    /// <summary>Removes a document from the start of the buffer. Returns <see langword="false"/> if it is incomplete.</summary>
    private static bool TryReadFrame(ref ReadOnlySequence<byte> buffer, out ReadOnlySequence<byte> document)
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
                    BlittableErrorCode.InvalidData, "The length before a document is damaged. The stream may not be the output of SerializeAsyncEnumerable.");
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
}
