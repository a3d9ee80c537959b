namespace Blittable.Collections.Query.Execution;

/// <summary>Specifies how a query is distributed to threads.</summary>
/// <param name="Workers">The maximum number of workers, including the caller.</param>
/// <param name="Worthwhile">The expected remaining work from which other threads are used. Less would be done before they wake up.</param>
/// <param name="Cancellation">The cancellation token, which is checked before each chunk group.</param>
/// <param name="Progress">Receives the completed fraction of the chunk groups.</param>
internal readonly record struct WorkSharing(int Workers, TimeSpan Worthwhile, CancellationToken Cancellation, IProgress<double>? Progress = null)
{
    /// <summary>The default for <see cref="Worthwhile"/>. Waking a thread takes about ten microseconds on an idle machine, and each additional worker needs its
    /// own buffers and tables, which are merged at the end.</summary>
    public static readonly TimeSpan DefaultWorthwhile = TimeSpan.FromMicroseconds(500);
}
