namespace Blittable.EntryMatrix;

/// <summary>The options of all entries: documents may be nested deeper than by default.</summary>
internal static class MatrixOptions
{
    public static BlittableOptions Memory { get; } = new() { MaxDepth = 4096 };

    public static BlittableOptions Balanced { get; } = BlittableOptions.Balanced with { MaxDepth = Memory.MaxDepth };

    public static BlittableOptions Smallest { get; } = BlittableOptions.Smallest with { MaxDepth = Memory.MaxDepth };
}
