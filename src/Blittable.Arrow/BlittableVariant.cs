using Blittable.Arrow.Building;
using Blittable.Arrow.Reading.Variants;

namespace Blittable.Arrow;

/// <summary>
/// Converts documents to and from Variant, the binary JSON of Parquet, Spark, Iceberg and DuckDB: a value, and metadata with the names of its properties. Any
/// number of threads may use it.
/// </summary>
/// <remarks>
/// <para>
/// Strings, bytes, booleans and nulls come back as they were. An integer of 64 bits becomes an integer; any other number without an exponent of up to 38 digits a
/// decimal, so that <c>1.0</c> stays <c>1.0</c>. Other numbers become doubles, if a double is the same number.
/// </para>
/// <para>Variant keeps properties in the order of their names, and each name once per object.</para>
/// </remarks>
public static class BlittableVariant
{
    /// <summary>Converts a value to Variant.</summary>
    /// <param name="value">The value, or the root of a document.</param>
    /// <param name="options">How numbers and dates are stored; null for the defaults.</param>
    /// <returns>The bytes of the metadata and of the value.</returns>
    /// <exception cref="BlittableException">The value has a number that Variant cannot store exactly, an object with a name twice, or a foreign extension.</exception>
    public static (byte[] Metadata, byte[] Value) Encode(in BlittableValue value, BlittableVariantOptions? options = null) =>
        new VariantEncoder(options?.RequireNumberText == true, options?.DatesAsTimestamps == true).Encode(value);

    /// <summary>Converts Variant to a document.</summary>
    /// <remarks>Dates become strings with 6 or 9 digits after the point, times and UUIDs strings, decimals numbers with all digits of their scale.</remarks>
    /// <param name="metadata">The bytes of the metadata.</param>
    /// <param name="value">The bytes of the value.</param>
    /// <param name="options">How the document is stored; memory mode if null.</param>
    /// <returns>The document.</returns>
    /// <exception cref="BlittableException">The bytes are damaged, have parts that overlap, or are nested too deep.</exception>
    public static BlittableDocument Decode(ReadOnlySpan<byte> metadata, ReadOnlySpan<byte> value, BlittableOptions? options = null)
    {
        using var builder = new BlittableBuilder(options);
        new VariantDecoder(new BuilderSink(builder)).Decode(metadata, value);
        return builder.ToDocument();
    }
}
