namespace Blittable.Layout;

/// <summary>Limits the size of the text that a document may expand to.</summary>
/// <remarks>
/// <para>A document stores equal values once, so 170 bytes can represent 2^40. The limit belongs to the value that is read. It is set by the caller that
/// opened the bytes, or by an option of one call. Documents written by this process have no limit, because their text or their values existed before.</para>
/// <para>The default is for untrusted bytes. Documents that a converter wrote from real data expand to at most 30 times their size. The default allows eight
/// times as much, and rejects a 1 KB bomb before it has cost 256 KB. Dictionary strings are located outside the document, so a document with a dictionary
/// may expand to more.</para>
/// </remarks>
internal static class ExpansionLimit
{
    /// <summary>The limit for documents written by this process.</summary>
    public const long None = long.MaxValue;

    private const long Factor = 256, LeastBytes = 1 << 16;
    private const long FactorWithDictionary = 4096, LeastBytesWithDictionary = 1 << 20;

    /// <summary>Returns the limit for a value.</summary>
    /// <param name="length">The size of its document in bytes.</param>
    /// <param name="dictionary">Its dictionary, which stores its limit.</param>
    /// <param name="asked">The limit of the call in bytes, or null for the limit of the value.</param>
    public static long Of(int length, DictionarySnapshot? dictionary, long? asked = null) =>
        asked ?? dictionary?.MaxExpandedBytes ?? Math.Min(Array.MaxLength, Default(length, dictionary is { IsDictionary: true }));

    /// <summary>Returns the limit for untrusted bytes.</summary>
    /// <param name="length">The size of the document in bytes.</param>
    /// <param name="hasDictionary"><see langword="true"/> if the document has a dictionary.</param>
    public static long Default(long length, bool hasDictionary)
    {
        // The factors are constants where they divide, because a reader of a small document would notice a division.
        var (factor, least, most) = hasDictionary
            ? (FactorWithDictionary, LeastBytesWithDictionary, long.MaxValue / FactorWithDictionary)
            : (Factor, LeastBytes, long.MaxValue / Factor);
        return length > most ? long.MaxValue : Math.Max(least, factor * length);
    }
}
