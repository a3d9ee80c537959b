namespace Blittable.Format;

/// <summary>Decides how many bytes of text a document may stand for where the caller set no limit.</summary>
/// <remarks>
/// A document stores equal values once, so that 170 bytes can stand for 2^40. Documents that a converter wrote from real data stand for up to 30
/// times their bytes. The default leaves eight times as much, and refuses a bomb of 1 KB before it has cost 256 KB. Strings of a dictionary lie outside
/// of the document, so that a document with a dictionary may stand for more.
/// </remarks>
internal static class ExpansionLimit
{
    private const long Factor = 256, LeastBytes = 1 << 16;
    private const long FactorWithDictionary = 4096, LeastBytesWithDictionary = 1 << 20;

    /// <summary>Gets the limit for a document.</summary>
    /// <param name="asked">The caller's limit in bytes; null for the default.</param>
    /// <param name="length">Bytes of the document.</param>
    /// <param name="hasDictionary">Whether the document has a dictionary.</param>
    public static long Of(long? asked, int length, bool hasDictionary) =>
        asked ?? Math.Min(
            Array.MaxLength,
            hasDictionary ? Math.Max(LeastBytesWithDictionary, FactorWithDictionary * length) : Math.Max(LeastBytes, Factor * length));
}
