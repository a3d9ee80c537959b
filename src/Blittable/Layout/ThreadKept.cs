using System.Runtime.CompilerServices;

namespace Blittable.Layout;

/// <summary>Provides an object for one call. Disposing the result caches the object for the next call of this thread.</summary>
/// <remarks>A cached object keeps the shapes that it has learned, without which small documents are slow. A call within a call creates its own object.</remarks>
internal readonly ref struct ThreadKept<T>(T value)
    where T : class, IThreadKept
{
    /// <summary>The maximum size of the buffers of a cached object, in bytes.</summary>
    public const int MaxLength = 1 << 20;

    [ThreadStatic]
    private static T? s_kept;

    public T Value => value;

    /// <summary>Removes the object from the cache of this thread. Returns null if there is none, or if caches were trimmed after it was created.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static T? Take()
    {
        var kept = s_kept;
        s_kept = null;
        return kept is not null && kept.Trims == CacheTrims.Count ? kept : null;
    }

    /// <summary>Releases the cached object of this thread.</summary>
    public static void Forget() => s_kept = null;

    /// <summary>Caches the object for the next call.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Dispose()
    {
        value.Trim(MaxLength);
        s_kept = value;
    }
}

/// <summary>Represents an object that a thread can cache between two calls.</summary>
internal interface IThreadKept
{
    /// <summary>Gets the value of <see cref="CacheTrims.Count"/> when the object was created.</summary>
    int Trims { get; }

    /// <summary>Releases the buffers that are larger than <paramref name="limit"/> bytes.</summary>
    void Trim(int limit);
}

/// <summary>Counts cache trims. Objects that a thread cached under an earlier count are not reused.</summary>
internal static class CacheTrims
{
    private static int s_count;

    /// <summary>Gets the number of trims so far.</summary>
    public static int Count => Volatile.Read(ref s_count);

    /// <summary>Increments the count.</summary>
    public static void Add() => Interlocked.Increment(ref s_count);
}
