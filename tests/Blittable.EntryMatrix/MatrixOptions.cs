namespace Blittable.EntryMatrix;

/// <summary>The options of all entries: documents may be nested deeper and expand further than by default.</summary>
internal static class MatrixOptions
{
    /// <summary>Bytes of JSON to which a document may expand that is opened from bytes: one value a million times is more than untrusted bytes may hold.</summary>
    public const long MaxExpandedBytes = 1 << 30;

    public static BlittableOptions Memory { get; } = new() { MaxDepth = 4096 };

    public static BlittableOptions Balanced { get; } = BlittableOptions.Balanced with { MaxDepth = Memory.MaxDepth };

    public static BlittableOptions Smallest { get; } = BlittableOptions.Smallest with { MaxDepth = Memory.MaxDepth };
}
