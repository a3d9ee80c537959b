using System.Runtime.CompilerServices;

namespace Blittable.Layout;

/// <summary>Provides an object for one call. Disposing the result caches the object for the next call of this thread.</summary>
/// <remarks>A cached object keeps the shapes that it has learned, without which small documents are slow. A thread has places for two objects, because programs
/// alternate between options, such as memory and disk mode. A call within a call uses the second object or creates its own. The methods are inlined, because code
/// that is shared by all types finds the places of a thread more slowly.</remarks>
internal readonly ref struct ThreadKept<T>
    where T : class, IThreadKept
{
    /// <summary>The maximum size of the buffers of a cached object, in bytes.</summary>
    public const int MaxLength = 1 << 20;

    [ThreadStatic]
    private static Place? s_place;

    private readonly Place _place;
    private readonly T? _value;

    private ThreadKept(Place place, T? value)
    {
        _place = place;
        _value = value;
    }

    public T Value => _value!;

    /// <summary>Removes the object from the cache of this thread. Use <see cref="With"/> to set the object of the call.</summary>
    /// <param name="kept">Receives the object, or null if there is none, or if caches were trimmed after it was created.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ThreadKept<T> Take(out T? kept)
    {
        var place = s_place ??= new Place();
        kept = place.Value;
        place.Value = null;
        kept = kept is not null && kept.Trims == CacheTrims.Count ? kept : null;
        return new(place, null);
    }

    /// <summary>Exchanges the object for the second one of this thread, because the first does not have the options of the call.</summary>
    /// <param name="kept">The first object. Receives the second one, or null if there is none.</param>
    public void Exchange(ref T? kept)
    {
        var other = _place.Other;
        _place.Other = kept;
        kept = other is not null && other.Trims == CacheTrims.Count ? other : null;
    }

    /// <summary>Caches an object for the next call, if the place of the thread is empty.</summary>
    public static void Keep(T value)
    {
        value.Trim(MaxLength);
        (s_place ??= new Place()).Value ??= value;
    }

    /// <summary>Releases the cached objects of this thread.</summary>
    public static void Forget() => s_place = null;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ThreadKept<T> With(T value) => new(_place, value);

    /// <summary>Caches the object for the next call.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Dispose()
    {
        Value.Trim(MaxLength);
        _place.Value = _value;
    }

    private sealed class Place
    {
        public T? Value;

        public T? Other;
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
