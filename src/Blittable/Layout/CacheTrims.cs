namespace Blittable.Layout;

/// <summary>Counts how often the caches were trimmed. What a thread kept under another count is not used again.</summary>
internal static class CacheTrims
{
    private static int s_count;

    /// <summary>The number of trims so far.</summary>
    public static int Count => Volatile.Read(ref s_count);

    /// <summary>Counts one more.</summary>
    public static void Add() => Interlocked.Increment(ref s_count);
}
