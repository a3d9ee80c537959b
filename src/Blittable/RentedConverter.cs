using Blittable.Layout;

namespace Blittable;

/// <summary>Provides a converter for one call. It is warm if one of this thread's last calls had equal options.</summary>
/// <remarks>A cached converter keeps its learned shapes, without which small documents convert slowly.</remarks>
internal readonly ref struct RentedConverter
{
    /// <summary>The maximum size of the buffers of a cached converter for large documents, which all threads share.</summary>
    private const int MaxShared = 1 << 23;

    private static readonly BlittableConverter?[] s_large = new BlittableConverter?[8];

    private readonly ThreadKept<BlittableConverter> _kept;

    private RentedConverter(ThreadKept<BlittableConverter> kept) => _kept = kept;

    public BlittableConverter Converter => _kept.Value;

    public static RentedConverter For(BlittableOptions? options)
    {
        options = options is { LearnAcrossDocuments: true } ? options with { LearnAcrossDocuments = false } : options ?? BlittableOptions.Default;
        var taken = ThreadKept<BlittableConverter>.Take(out var kept);
        if (kept is null || !kept.Options.Equals(options))
        {
            taken.Exchange(ref kept);
        }

        return new RentedConverter(taken.With(kept is not null && kept.Options.Equals(options) ? kept : TakeLarge(options) ?? new BlittableConverter(options)));
    }

    /// <summary>Releases the cached converter of this thread, and the converters for large documents.</summary>
    public static void Forget()
    {
        ThreadKept<BlittableConverter>.Forget();
        Array.Clear(s_large);
    }

    public void Dispose()
    {
        if (Converter.BufferLength > ThreadKept<BlittableConverter>.MaxLength)
        {
            Converter.Trim(MaxShared);
            for (var i = 0; i < s_large.Length; i++)
            {
                if (s_large[i] is null && Interlocked.CompareExchange(ref s_large[i], Converter, null) is null)
                {
                    return;
                }
            }
        }

        _kept.Dispose();
    }

    private static BlittableConverter? TakeLarge(BlittableOptions options)
    {
        for (var i = 0; i < s_large.Length; i++)
        {
            if (s_large[i] is { } large && large.Trims == CacheTrims.Count && large.Options.Equals(options)
                && Interlocked.CompareExchange(ref s_large[i], null, large) == large)
            {
                return large;
            }
        }

        return null;
    }
}
