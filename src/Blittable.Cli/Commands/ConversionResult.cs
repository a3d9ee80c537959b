namespace Blittable.Cli;

/// <summary>The result of converting one or several inputs.</summary>
/// <param name="Documents">The number of documents.</param>
/// <param name="InputBytes">The bytes of JSON that were read.</param>
/// <param name="OutputBytes">The bytes that were written.</param>
/// <param name="Elapsed">The time of the conversion, excluding the time to read the input.</param>
internal readonly record struct ConversionResult(long Documents, long InputBytes, long OutputBytes, TimeSpan Elapsed)
{
    public static ConversionResult operator +(ConversionResult left, ConversionResult right) => new(
        left.Documents + right.Documents,
        left.InputBytes + right.InputBytes,
        left.OutputBytes + right.OutputBytes,
        left.Elapsed + right.Elapsed);
}
