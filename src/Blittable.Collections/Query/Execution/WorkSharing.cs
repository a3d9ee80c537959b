namespace Blittable.Collections.Query.Execution;

/// <summary>On what terms a query is shared among threads.</summary>
/// <param name="Workers">The most workers, the caller among them.</param>
/// <param name="Worthwhile">Expected work from which on others are called: less would be done by the time they are awake.</param>
/// <param name="Cancellation">What stops the query; looked at before each chunk group.</param>
/// <param name="Progress">Takes the share of the chunk groups that is done.</param>
internal readonly record struct WorkSharing(int Workers, TimeSpan Worthwhile, CancellationToken Cancellation, IProgress<double>? Progress = null)
{
    /// <summary>Waking a thread takes some ten microseconds on an idle machine, and a second worker needs buffers and tables of its own that are
    /// merged at the end.</summary>
    public static readonly TimeSpan DefaultWorthwhile = TimeSpan.FromMicroseconds(500);
}
