using System.Buffers;
using Blittable.Generated;

namespace Blittable;

/// <summary>Converts objects of the program to documents, and back.</summary>
/// <remarks>
/// <para>Types are marked <see cref="BlittableSerializableAttribute"/>: a source generator then writes straight code between their members and the bytes, so
/// that no JSON text comes in between, nothing is boxed, nothing is found out by reflection, and code can be trimmed or compiled ahead of time. The attributes
/// of System.Text.Json are honoured, and what is written has the JSON that <see cref="System.Text.Json.JsonSerializer"/> would write; binary data and dates
/// are stored as such.</para>
/// <para>Scalars, strings and dates need no mark. All methods may be called by any number of threads.</para>
/// </remarks>
public static partial class BlittableSerializer
{
    [ThreadStatic]
    private static ObjectReader? s_reader;

    /// <summary>Tells whether objects of a type can be written and read: adapters leave other types to other serializers.</summary>
    /// <typeparam name="T">The type.</typeparam>
    public static bool Knows<T>() => ConverterOf<T>.IsKnown;

    /// <summary>Writes an object as a document.</summary>
    /// <typeparam name="T">The type, which decides what is written.</typeparam>
    /// <param name="value">The object.</param>
    /// <param name="output">Where the document goes, all at once, or nothing if the object cannot be written.</param>
    /// <param name="options">How it is stored; memory mode if null.</param>
    /// <exception cref="BlittableException">The object is nested too deep, as when it contains itself, or needs more than 2 GB.</exception>
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

    /// <summary>Makes a document of an object.</summary>
    /// <inheritdoc cref="Serialize{T}(T, IBufferWriter{byte}, BlittableOptions?)"/>
    /// <returns>The document, with bytes of its own.</returns>
    public static BlittableDocument SerializeToDocument<T>(T value, BlittableOptions? options = null) =>
        BlittableDocument.OpenOwn(Serialize(value, options), options?.Dictionary);

    /// <summary>Reads an object from a value of a document.</summary>
    /// <typeparam name="T">The type of the object.</typeparam>
    /// <param name="value">The value, which need not be the root.</param>
    /// <param name="options">Only <see cref="BlittableOptions.MaxDepth"/> counts.</param>
    /// <returns>The object; null for the literal null.</returns>
    /// <exception cref="BlittableException">
    /// The value does not have what the type needs: the message names its path, what was expected and what was found. Or the document is damaged, or stands
    /// for far more than its bytes (<see cref="BlittableErrorCode.ExpansionTooLarge"/>).
    /// </exception>
    /// <exception cref="NotSupportedException">No code was generated for the type, or it is one that cannot be created.</exception>
    public static T? Deserialize<T>(BlittableValue value, BlittableOptions? options = null)
    {
        value.RequireDefined();
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
    /// <param name="bytes">The whole document and nothing else.</param>
    /// <param name="options">The dictionary that the document was written with, and the depth that objects may have.</param>
    /// <inheritdoc cref="Deserialize{T}(BlittableValue, BlittableOptions?)"/>
    public static T? Deserialize<T>(ReadOnlySpan<byte> bytes, BlittableOptions? options = null) =>
        Deserialize<T>(BlittableValue.Open(bytes, options?.Dictionary), options);

    /// <summary>Takes the reader that this thread keeps, or a new one where a constructor or a setter reads another document meanwhile.</summary>
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
