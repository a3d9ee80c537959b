using Blittable.Format;

namespace Blittable;

/// <summary>A converter for one call, warm if this thread has used one with the same options the last time.</summary>
/// <remarks>A converter that has forgotten its shapes makes small documents slower than no converter at all.</remarks>
internal readonly ref struct RentedConverter
{
    /// <summary>Buffers that a kept converter may hold on to.</summary>
    private const int MaxKept = 1 << 20;

    [ThreadStatic]
    private static BlittableConverter? s_kept;

    private RentedConverter(BlittableConverter converter) => Converter = converter;

    public BlittableConverter Converter { get; }

    public static RentedConverter For(BlittableOptions? options)
    {
        options = options is { LearnAcrossDocuments: true } ? options with { LearnAcrossDocuments = false } : options ?? BlittableOptions.Default;
        var kept = s_kept;
        s_kept = null;
        return new RentedConverter(kept is not null && kept.Trims == CacheTrims.Count && kept.Options.Equals(options) ? kept : new BlittableConverter(options) { Trims = CacheTrims.Count });
    }

    /// <summary>Lets go of what this thread keeps.</summary>
    public static void Forget() => s_kept = null;

    public void Dispose()
    {
        Converter.Trim(MaxKept);
        s_kept = Converter;
    }
}
