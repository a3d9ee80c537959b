using System.Buffers;
using Blittable.Generated;

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
        using var rented = RentedWriter.For(options);
        output.Write(Write(rented.Writer, value));
    }

    /// <summary>Writes an object as a document.</summary>
    /// <inheritdoc cref="Serialize{T}(T, IBufferWriter{byte}, BlittableOptions?)"/>
    /// <returns>The document.</returns>
    public static byte[] Serialize<T>(T value, BlittableOptions? options = null)
    {
        using var rented = RentedWriter.For(options);
        return Write(rented.Writer, value).ToArray();
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
        value.RequireDefined();
        value = options?.MaxExpandedBytes is { } limit ? value.WithLimit(limit) : value;
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
            s_reader = reader;
        }
    }

    /// <summary>Reads an object from a document.</summary>
    /// <param name="bytes">The document, without further bytes.</param>
    /// <param name="options">The dictionary that the document was written with, the maximum nesting depth of objects, and the expansion limit.</param>
    /// <inheritdoc cref="Deserialize{T}(BlittableValue, BlittableOptions?)"/>
    public static T? Deserialize<T>(ReadOnlySpan<byte> bytes, BlittableOptions? options = null) =>
        Deserialize<T>(BlittableValue.Open(bytes, options?.Dictionary), options);

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
}
