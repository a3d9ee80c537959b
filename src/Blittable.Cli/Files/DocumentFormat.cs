namespace Blittable.Cli;

/// <summary>Defines the file format of documents.</summary>
/// <remarks>
/// A file with one document consists of the document. A file with many documents consists of
/// <code>
/// magic       FF 42 4C 53     | FF is not a tag, so no document starts with it; then "BLS"
/// documents   for each, its length: varint | its bytes
/// </code>
/// </remarks>
internal static class DocumentFormat
{
    public const string OneExtension = ".blit";
    public const string ManyExtension = ".blits";

    /// <summary>The maximum size of a length.</summary>
    public const int MaxLengthSize = 5;

    public static ReadOnlySpan<byte> Magic => [0xFF, (byte)'B', (byte)'L', (byte)'S'];
}
