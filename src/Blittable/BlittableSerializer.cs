using System.Buffers;
using System.IO.Pipelines;
using Blittable.Generated;
using Blittable.Layout;

namespace Blittable;

/// <summary>Converts .NET objects to documents and back.</summary>
/// <remarks>
/// <para>Mark types with <see cref="BlittableSerializableAttribute"/>. A source generator then emits code that reads and writes their members directly, without
/// intermediate JSON, boxing or reflection. The code can be trimmed and compiled ahead of time. The attributes of System.Text.Json are honored. The documents
/// represent the JSON that <see cref="System.Text.Json.JsonSerializer"/> would write, but binary data and dates are stored natively.</para>
/// <para>Scalars, strings and dates need no mark. All methods are thread-safe.</para>
/// </remarks>
public static partial class BlittableSerializer
{
    [ThreadStatic]
    private static ObjectReader? s_reader;

    /// <summary>Determines whether objects of a type can be written and read. Adapters use it to leave other types to other serializers.</summary>
    /// <typeparam name="T">The type.</typeparam>
    public static bool Knows<T>() => ConverterOf<T>.IsKnown;

    /// <summary>Writes an object as a document.</summary>
    /// <typeparam name="T">The type of the object. It determines which members are written.</typeparam>
    /// <param name="value">The object.</param>
    /// <param name="output">The output. It receives the document in a single write, or nothing if the object cannot be written.</param>
    /// <param name="options">Specifies how the document is stored. If <see langword="null"/>, memory mode is used.</param>
    /// <exception cref="BlittableException">The object is nested too deeply, for example because it contains itself, or needs more than 2 GB.</exception>
    /// <exception cref="NotSupportedException">No code was generated for the type.</exception>
    public static void Serialize<T>(T value, IBufferWriter<byte> output, BlittableOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(output);
        using var rented = ObjectWriter.Rent(options);
        output.Write(Write(rented.Value, value));
    }

    /// <summary>Writes an object as a document.</summary>
    /// <inheritdoc cref="Serialize{T}(T, IBufferWriter{byte}, BlittableOptions?)"/>
    /// <returns>The document.</returns>
    public static byte[] Serialize<T>(T value, BlittableOptions? options = null)
    {
        using var rented = ObjectWriter.Rent(options);
        return Write(rented.Value, value).ToArray();
    }

    /// <summary>Converts an object to a document.</summary>
    /// <inheritdoc cref="Serialize{T}(T, IBufferWriter{byte}, BlittableOptions?)"/>
    /// <returns>The document.</returns>
    public static BlittableDocument SerializeToDocument<T>(T value, BlittableOptions? options = null) =>
        BlittableDocument.OpenOwn(Serialize(value, options), options?.Dictionary);

    /// <summary>Reads an object from a value of a document.</summary>
    /// <typeparam name="T">The type of the object.</typeparam>
    /// <param name="value">The value. It may be any value of a document.</param>
    /// <param name="options">The options. Only <see cref="BlittableOptions.MaxDepth"/> and <see cref="BlittableOptions.MaxExpandedBytes"/> are used.</param>
    /// <returns>The object, or <see langword="null"/> for JSON null.</returns>
    /// <exception cref="BlittableException">
    /// The value does not match the type. The message contains the path and describes the mismatch. Or the document is damaged, or expands beyond its limit
    /// (<see cref="BlittableErrorCode.ExpansionTooLarge"/>).
    /// </exception>
    /// <exception cref="NotSupportedException">No code was generated for the type, or it cannot be instantiated.</exception>
    public static T? Deserialize<T>(BlittableValue value, BlittableOptions? options = null)
    {
        value = Limited(value, options);
        var reader = Rent(value, options);
        try
        {
            return ConverterOf<T>.Instance.Read(reader, value);
        }
        catch (BlittableException fault)
        {
            throw reader.Explain(fault, value);
        }
        finally
        {
            reader.End();
            s_reader = reader;
        }
    }

    /// <summary>Reads an object from a document.</summary>
    /// <param name="bytes">The document, without further bytes.</param>
    /// <param name="options">The dictionary that the document was written with, the maximum nesting depth of objects, and the expansion limit.</param>
    /// <inheritdoc cref="Deserialize{T}(BlittableValue, BlittableOptions?)"/>
    public static T? Deserialize<T>(ReadOnlySpan<byte> bytes, BlittableOptions? options = null) =>
        Deserialize<T>(BlittableValue.Open(bytes, options?.Dictionary), options);

    private static BlittableValue Limited(BlittableValue value, BlittableOptions? options)
    {
        value.RequireDefined();
        return options?.MaxExpandedBytes is { } limit ? value.WithLimit(limit) : value;
    }

    /// <summary>Rents this thread's cached reader, or creates a reader if it is in use because a constructor or setter reads another document.</summary>
    private static ObjectReader Rent(BlittableValue value, BlittableOptions? options)
    {
        var reader = s_reader ?? new ObjectReader();
        s_reader = null;
        reader.Begin(value, (options ?? BlittableOptions.Default).MaxDepth);
        return reader;
    }

    private static ReadOnlySpan<byte> Write<T>(ObjectWriter writer, T value)
    {
        var converter = ConverterOf<T>.Instance;
        writer.Begin();
        converter.Write(writer, value);
        return writer.Finish();
    }

    // Segmented documents, streams and pipes, and the population of existing objects.

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
    /// collections. If the discriminator of the value specifies another type, a new object replaces the existing one.</summary>
    /// <typeparam name="T">The type of the object. If it is a value type, <paramref name="target"/> is changed in place.</typeparam>
    /// <param name="target">The object.</param>
    /// <param name="value">The value.</param>
    /// <param name="options">The options. Only <see cref="BlittableOptions.MaxDepth"/> and <see cref="BlittableOptions.MaxExpandedBytes"/> are used.</param>
    /// <exception cref="NotSupportedException">No code was generated for the type, or it has no settable members.</exception>
    /// <inheritdoc cref="Deserialize{T}(BlittableValue, BlittableOptions?)" path="/exception"/>
    public static void Populate<T>(ref T target, BlittableValue value, BlittableOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(target);
        value = Limited(value, options);
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
            reader.End();
            s_reader = reader;
        }
    }

    /// <summary>Reads the properties of a value into an existing object. Members without a property remain unchanged, and elements are added to
    /// collections.</summary>
    /// <exception cref="BlittableException">Or the discriminator of the value specifies a type other than the type of the object, which only the overload with
    /// a reference can replace.</exception>
    /// <inheritdoc cref="Populate{T}(ref T, BlittableValue, BlittableOptions?)"/>
    public static void Populate<T>(T target, BlittableValue value, BlittableOptions? options = null)
        where T : class
    {
        var populated = target;
        Populate(ref populated, value, options);
        if (!ReferenceEquals(populated, target))
        {
            throw new BlittableException(
                BlittableErrorCode.WrongKind,
                $"The value describes a {TypeNames.Of(populated.GetType())}, which cannot populate a {TypeNames.Of(target.GetType())}. Pass the object by reference to replace it.");
        }
    }
}
