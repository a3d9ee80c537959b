namespace Blittable.Cli;

/// <summary>What came of the conversion of one input, or of several together.</summary>
/// <param name="Documents">How many documents it became.</param>
/// <param name="InputBytes">Bytes of JSON.</param>
/// <param name="OutputBytes">Bytes written.</param>
/// <param name="Elapsed">The time of the conversion, without the time of reading the input.</param>
internal readonly record struct ConversionResult(long Documents, long InputBytes, long OutputBytes, TimeSpan Elapsed)
{
    public static ConversionResult operator +(ConversionResult left, ConversionResult right) => new(
        left.Documents + right.Documents,
        left.InputBytes + right.InputBytes,
        left.OutputBytes + right.OutputBytes,
        left.Elapsed + right.Elapsed);
}
