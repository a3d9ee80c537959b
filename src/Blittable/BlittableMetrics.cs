using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace Blittable;

/// <summary>Provides the names of the metrics and activities of the library, for OpenTelemetry and other listeners.</summary>
/// <remarks>
/// <para>Metrics: <c>blittable.conversions</c>, <c>blittable.conversion.input</c> and <c>blittable.conversion.output</c> (bytes of JSON and of documents),
/// <c>blittable.commits</c>, <c>blittable.commit.failures</c> and <c>blittable.commit.duration</c> (seconds), <c>blittable.merges</c> (stripes created by
/// merging smaller stripes), <c>blittable.query.duration</c> (seconds), <c>blittable.query.groups</c> (chunk groups of queried collections),
/// <c>blittable.query.groups.skipped</c> (chunk groups that bounds and filters excluded), <c>blittable.cache.hits</c> and <c>blittable.cache.misses</c> (blocks
/// of collections found, and not found, among the recently decompressed blocks).</para>
/// <para>Activities: <c>blittable.convert</c>, <c>blittable.commit</c>, <c>blittable.merge</c>, <c>blittable.compact</c> and <c>blittable.query</c>. The status
/// of an activity whose operation threw an exception is <see cref="ActivityStatusCode.Error"/>, and the tag <c>error.type</c> has the type of the exception, or
/// the code of a <see cref="BlittableException"/> (not for queries). Without a listener, a metric or activity costs no more than a comparison.</para>
/// </remarks>
public static class BlittableMetrics
{
    /// <summary>The name of the meter.</summary>
    public const string MeterName = "Blittable";

    /// <summary>The name of the activity source.</summary>
    public const string ActivitySourceName = "Blittable";

    private static readonly ActivitySource s_source = new(ActivitySourceName);
    private static readonly Meter s_meter = new(MeterName);
    private static readonly Counter<long> s_conversions = s_meter.CreateCounter<long>(
        "blittable.conversions", "{document}", "Number of documents converted from JSON.");
    private static readonly Counter<long> s_input = s_meter.CreateCounter<long>("blittable.conversion.input", "By", "Size of the converted JSON.");
    private static readonly Counter<long> s_output = s_meter.CreateCounter<long>(
        "blittable.conversion.output", "By", "Size of the documents created from JSON.");
    private static readonly Counter<long> s_commits = s_meter.CreateCounter<long>("blittable.commits", "{commit}", "Number of commits to collections.");
    private static readonly Counter<long> s_commitFailures = s_meter.CreateCounter<long>(
        "blittable.commit.failures", "{commit}", "Number of commits to collections that failed.");
    private static readonly Counter<long> s_merges = s_meter.CreateCounter<long>(
        "blittable.merges", "{stripe}", "Number of stripes created by merging smaller stripes.");
    private static readonly Histogram<double> s_commitDuration = s_meter.CreateHistogram<double>("blittable.commit.duration", "s", "Duration of commits.");

    private static readonly Histogram<double> s_queryDuration = s_meter.CreateHistogram<double>("blittable.query.duration", "s", "Duration of queries.");
    private static readonly Counter<long> s_groups = s_meter.CreateCounter<long>(
        "blittable.query.groups", "{group}", "Number of chunk groups in queried collections.");
    private static readonly Counter<long> s_skipped = s_meter.CreateCounter<long>(
        "blittable.query.groups.skipped", "{group}", "Number of chunk groups that were skipped based on bounds and filters.");

    private static readonly Counter<long> s_cacheHits = s_meter.CreateCounter<long>(
        "blittable.cache.hits", "{block}", "Number of blocks found in the cache of decompressed blocks.");
    private static readonly Counter<long> s_cacheMisses = s_meter.CreateCounter<long>(
        "blittable.cache.misses", "{block}", "Number of blocks not found in the cache of decompressed blocks.");

    /// <summary>Starts an activity. Returns <see langword="null"/> if there is no listener.</summary>
    internal static Activity? Start(string name) => s_source.StartActivity(name);

    /// <summary>Marks an activity as failed. The message of the exception is omitted, because it may contain values of documents.</summary>
    internal static void Fail(Activity? activity, Exception fault) =>
        activity?.SetStatus(ActivityStatusCode.Error).SetTag("error.type", fault is BlittableException known ? known.Code.ToString() : fault.GetType().FullName);

    /// <summary>Counts a conversion.</summary>
    internal static void Converted(int input, int output)
    {
        if (s_conversions.Enabled)
        {
            s_conversions.Add(1);
        }

        if (s_input.Enabled || s_output.Enabled)
        {
            s_input.Add(input);
            s_output.Add(output);
        }
    }

    /// <summary>Counts a commit.</summary>
    internal static void Committed(TimeSpan duration)
    {
        s_commits.Add(1);
        s_commitDuration.Record(duration.TotalSeconds);
    }

    /// <summary>Counts a commit that failed.</summary>
    internal static void CommitFailed() => s_commitFailures.Add(1);

    /// <summary>Counts a query.</summary>
    internal static void Queried(TimeSpan duration, long groups, long skipped)
    {
        s_queryDuration.Record(duration.TotalSeconds);
        s_groups.Add(groups);
        s_skipped.Add(skipped);
    }

    /// <summary>Counts a merge of stripes.</summary>
    internal static void Merged() => s_merges.Add(1);

    /// <summary>Counts a search among the recently decompressed blocks.</summary>
    internal static void Searched(bool isFound)
    {
        var counter = isFound ? s_cacheHits : s_cacheMisses;
        if (counter.Enabled)
        {
            counter.Add(1);
        }
    }
}
