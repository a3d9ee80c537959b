using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace Blittable.Collections.Tests;

/// <summary>What a listener is told of conversions and commits.</summary>
public sealed class MetricsTests : IDisposable
{
    private readonly string _path = Path.Combine(Path.GetTempPath(), $"metrics-{Guid.NewGuid():N}.blic");

    public void Dispose() => File.Delete(_path);

    [Fact]
    public void Conversions_commits_and_merges_are_measured()
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

        // Other tests of this process are measured as well.
        Assert.True(sums["blittable.conversions"] >= 10);
        Assert.True(sums["blittable.conversion.input"] >= 50);
        Assert.True(sums["blittable.conversion.output"] >= 50);
        Assert.True(sums["blittable.commits"] >= 10);
        Assert.True(sums["blittable.commit.duration"] > 0);
        Assert.True(sums["blittable.merges"] >= 1);
        Assert.Contains("blittable.convert", activities);
        Assert.Contains("blittable.commit", activities);

        static void Enable(Instrument instrument, MeterListener listener)
        {
            if (instrument.Meter.Name == BlittableMetrics.MeterName)
            {
                listener.EnableMeasurementEvents(instrument);
            }
        }
    }
}
