namespace Blittable.EntryMatrix;

/// <summary>The options of all entries. Documents may be nested deeper and expand further than by default.</summary>
internal static class MatrixOptions
{
    /// <summary>The expansion limit in bytes of JSON. One value a million times exceeds the limit for untrusted bytes.</summary>
    public const long MaxExpandedBytes = 1 << 30;

    public static BlittableOptions Memory { get; } = new() { MaxDepth = 4096 };

    public static BlittableOptions Balanced { get; } = BlittableOptions.Balanced with { MaxDepth = Memory.MaxDepth };

    public static BlittableOptions Smallest { get; } = BlittableOptions.Smallest with { MaxDepth = Memory.MaxDepth };
}
