using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace Blittable.Collections.Tests;

/// <summary>Tests the measurements of conversions, commits and queries that a listener receives.</summary>
public sealed class MetricsTests : IDisposable
{
    private readonly string _path = Path.Combine(Path.GetTempPath(), $"metrics-{Guid.NewGuid():N}.blic");

    public void Dispose() => File.Delete(_path);

    [Fact]
    public void Conversions_commits_merges_and_queries_are_measured()
    {
        var sums = new ConcurrentDictionary<string, double>();
        using var meters = new MeterListener { InstrumentPublished = (instrument, listener) => Enable(instrument, listener) };
        meters.SetMeasurementEventCallback<long>((instrument, value, _, _) => sums.AddOrUpdate(instrument.Name, value, (_, sum) => sum + value));
        meters.SetMeasurementEventCallback<double>((instrument, value, _, _) => sums.AddOrUpdate(instrument.Name, value, (_, sum) => sum + value));
        meters.Start();
        var activities = new ConcurrentBag<string>();
        using var traces = new ActivityListener
        {
            ShouldListenTo = source => source.Name == BlittableMetrics.ActivitySourceName,
            Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllData,
            ActivityStopped = activity => activities.Add(activity.OperationName),
        };
        ActivitySource.AddActivityListener(traces);

        using (var writer = CollectionWriter.Create(_path))
        {
            for (var i = 0; i < 10; i++)
            {
                writer.Add("[1,2]"u8);
                writer.Commit();
            }
        }

        CollectionCompaction.Compact(_path);
        using (var reader = CollectionReader.Open(_path))
        {
            Assert.Equal(0, reader.Scan().Where(Filter.Parse("$[0] > 5")).Count());
        }

        // Other tests in this process are measured as well.
        Assert.True(sums["blittable.conversions"] >= 10);
        Assert.True(sums["blittable.conversion.input"] >= 50);
        Assert.True(sums["blittable.conversion.output"] >= 50);
        Assert.True(sums["blittable.commits"] >= 10);
        Assert.True(sums["blittable.commit.duration"] > 0);
        Assert.True(sums["blittable.merges"] >= 1);
        Assert.True(sums["blittable.query.duration"] > 0);
        Assert.True(sums["blittable.query.groups"] >= 1);
        Assert.True(sums["blittable.query.groups.skipped"] >= 0);
        Assert.Contains("blittable.convert", activities);
        Assert.Contains("blittable.commit", activities);
        Assert.Contains("blittable.merge", activities);
        Assert.Contains("blittable.compact", activities);
        Assert.Contains("blittable.query", activities);

        static void Enable(Instrument instrument, MeterListener listener)
        {
            if (instrument.Meter.Name == BlittableMetrics.MeterName)
            {
                listener.EnableMeasurementEvents(instrument);
            }
        }
    }
}
