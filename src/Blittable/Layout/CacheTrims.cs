namespace Blittable.Layout;

/// <summary>Counts cache trims. Objects that a thread cached under an earlier count are not reused.</summary>
internal static class CacheTrims
{
    private static int s_count;

    /// <summary>Gets the number of trims so far.</summary>
    public static int Count => Volatile.Read(ref s_count);

    /// <summary>Increments the count.</summary>
    public static void Add() => Interlocked.Increment(ref s_count);
}
