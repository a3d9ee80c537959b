using Blittable.Arrow.Building;
using Blittable.Arrow.Reading.Variants;

namespace Blittable.Arrow;

/// <summary>
/// Converts documents to and from Variant, the binary JSON format of Parquet, Spark, Iceberg and DuckDB. It consists of a value and of metadata with the
/// property names. Thread-safe.
/// </summary>
/// <remarks>
/// <para>
/// Strings, bytes, booleans and nulls are restored exactly. 64-bit integers are stored as integers. Other numbers with up to 38 digits and without an exponent
/// are stored as decimals, which preserve trailing zeros: <c>1.0</c> stays <c>1.0</c>. The remaining numbers are stored as floating-point numbers if one has
/// exactly the value.
/// </para>
/// <para>Variant sorts the properties of an object by name and does not allow duplicate names.</para>
/// </remarks>
public static class BlittableVariant
{
    /// <summary>Converts a value to Variant.</summary>
    /// <param name="value">The value, or the root of a document.</param>
    /// <param name="options">The options for storing numbers and dates, or null for the defaults.</param>
    /// <returns>The bytes of the metadata and of the value.</returns>
    /// <exception cref="BlittableException">
    /// The value contains a number that Variant cannot store exactly, an object with duplicate names, or a foreign extension, or is nested too deeply for the
    /// stack of the thread.
    /// </exception>
    public static (byte[] Metadata, byte[] Value) Encode(in BlittableValue value, BlittableVariantOptions? options = null) =>
        new VariantEncoder(options?.RequireNumberText == true, options?.DatesAsTimestamps == true).Encode(value);

    /// <summary>Converts Variant to a document.</summary>
    /// <remarks>
    /// Timestamps become date strings with 6 or 9 fraction digits. Dates, times and UUIDs become strings. Decimals become numbers with all digits of their
    /// scale.
    /// </remarks>
    /// <param name="metadata">The bytes of the metadata.</param>
    /// <param name="value">The bytes of the value.</param>
    /// <param name="options">The options of the document, such as the maximum nesting depth, or null for memory mode.</param>
    /// <returns>The document.</returns>
    /// <exception cref="BlittableException">The bytes are damaged, contain overlapping values, repeat long names too often, or are nested too deeply.</exception>
    public static BlittableDocument Decode(ReadOnlySpan<byte> metadata, ReadOnlySpan<byte> value, BlittableOptions? options = null)
    {
        using var builder = new BlittableBuilder(options);
        new VariantDecoder(new BuilderSink(builder), options?.MaxDepth ?? VariantDecoder.DefaultDepth).Decode(metadata, value);
        return builder.ToDocument();
    }
}
