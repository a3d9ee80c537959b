namespace Blittable.Layout;

/// <summary>Decides how many bytes of text a document may expand to.</summary>
/// <remarks>
/// <para>A document stores equal values once, so that 170 bytes can represent 2^40. The limit belongs to the value that is read: the caller who opened the bytes
/// sets it, or an option of one call does. Documents that this process has written have no limit, because their text or their values were there before.</para>
/// <para>The default is for untrusted bytes. Documents that a converter wrote from real data represent up to 30 times their bytes. The default allows eight times
/// as much, and refuses a bomb of 1 KB before it has cost 256 KB. Strings of a dictionary lie outside of the document, so that a document with a dictionary may
/// expand to more.</para>
/// </remarks>
internal static class ExpansionLimit
{
    /// <summary>The limit of documents that this process has written.</summary>
    public const long None = long.MaxValue;

    private const long Factor = 256, LeastBytes = 1 << 16;
    private const long FactorWithDictionary = 4096, LeastBytesWithDictionary = 1 << 20;

    /// <summary>Gets the limit for a value.</summary>
    /// <param name="length">Bytes of its document.</param>
    /// <param name="dictionary">Its dictionary, which has its limit.</param>
    /// <param name="asked">The limit of this call in bytes; null for that of the value.</param>
    public static long Of(int length, DictionarySnapshot? dictionary, long? asked = null) =>
        asked ?? dictionary?.MaxExpandedBytes ?? Math.Min(Array.MaxLength, Default(length, dictionary is { IsDictionary: true }));

    /// <summary>Gets the limit for untrusted bytes.</summary>
    /// <param name="length">Bytes of the document.</param>
    /// <param name="hasDictionary">Whether the document has a dictionary.</param>
    public static long Default(long length, bool hasDictionary)
    {
        var (factor, least) = hasDictionary ? (FactorWithDictionary, LeastBytesWithDictionary) : (Factor, LeastBytes);
        return length > long.MaxValue / factor ? long.MaxValue : Math.Max(least, factor * length);
    }
}
