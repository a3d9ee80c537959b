using Blittable.Layout;

namespace Blittable;

/// <summary>A converter for one call, warm if this thread has used one with the same options the last time.</summary>
/// <remarks>A converter that has forgotten its shapes makes small documents slower than no converter at all.</remarks>
internal readonly ref struct RentedConverter
{
    /// <summary>Buffers that the converter of a thread may hold on to.</summary>
    private const int MaxKept = 1 << 20;

    /// <summary>Buffers that one of the few converters may hold on to which all threads share for large documents.</summary>
    private const int MaxShared = 1 << 23;

    private static readonly BlittableConverter?[] s_large = new BlittableConverter?[8];

    [ThreadStatic]
    private static BlittableConverter? s_kept;

    private RentedConverter(BlittableConverter converter) => Converter = converter;

    public BlittableConverter Converter { get; }

    public static RentedConverter For(BlittableOptions? options)
    {
        options = options is { LearnAcrossDocuments: true } ? options with { LearnAcrossDocuments = false } : options ?? BlittableOptions.Default;
        var kept = s_kept;
        s_kept = null;
        return new RentedConverter(
            kept is not null && IsUsable(kept, options) ? kept : TakeLarge(options) ?? new BlittableConverter(options) { Trims = CacheTrims.Count });
    }

    /// <summary>Releases what this thread keeps, and the converters for large documents.</summary>
    public static void Forget()
    {
        s_kept = null;
        Array.Clear(s_large);
    }

    public void Dispose()
    {
        if (Converter.BufferLength <= MaxKept)
        {
            Converter.Trim(MaxKept);
            s_kept = Converter;
            return;
        }

        Converter.Trim(MaxShared);
        for (var i = 0; i < s_large.Length; i++)
        {
            if (s_large[i] is null && Interlocked.CompareExchange(ref s_large[i], Converter, null) is null)
            {
                return;
            }
        }

        Converter.Trim(MaxKept);
        s_kept = Converter;
    }

    private static bool IsUsable(BlittableConverter converter, BlittableOptions options) => converter.Trims == CacheTrims.Count && converter.Options.Equals(options);

    private static BlittableConverter? TakeLarge(BlittableOptions options)
    {
        for (var i = 0; i < s_large.Length; i++)
        {
            if (s_large[i] is { } large && IsUsable(large, options) && Interlocked.CompareExchange(ref s_large[i], null, large) == large)
            {
                return large;
            }
        }

        return null;
    }
}
