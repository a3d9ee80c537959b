using System.Collections.Concurrent;
using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace Blittable.Collections.Tests;

/// <summary>Listens to the metrics and activities of the library. Tests that use it run alone, because it hears the whole process.</summary>
internal sealed class MeasuredCalls : IDisposable
{
    private readonly ConcurrentDictionary<string, double> _sums = new();
    private readonly ConcurrentQueue<Activity> _activities = new();
    private readonly MeterListener _meters = new();
    private readonly ActivityListener _traces;

    public MeasuredCalls()
    {
        _meters.InstrumentPublished = (instrument, listener) =>
        {
            if (instrument.Meter.Name == BlittableMetrics.MeterName)
            {
                listener.EnableMeasurementEvents(instrument);
            }
        };
        _meters.SetMeasurementEventCallback<long>((instrument, value, _, _) => _sums.AddOrUpdate(instrument.Name, value, (_, sum) => sum + value));
        _meters.SetMeasurementEventCallback<double>((instrument, value, _, _) => _sums.AddOrUpdate(instrument.Name, value, (_, sum) => sum + value));
        _meters.Start();
        _traces = new ActivityListener
        {
            ShouldListenTo = source => source.Name == BlittableMetrics.ActivitySourceName,
            Sample = (ref ActivityCreationOptions<ActivityContext> _) => ActivitySamplingResult.AllData,
            ActivityStarted = activity => Started?.Invoke(activity.OperationName),
            ActivityStopped = _activities.Enqueue,
        };
        ActivitySource.AddActivityListener(_traces);
    }

    /// <summary>Gets or sets what is called with the name of each activity that starts.</summary>
    public Action<string>? Started { get; set; }

    /// <summary>Gets the sum of the measurements of an instrument; zero if there are none.</summary>
    public double this[string instrument] => _sums.GetValueOrDefault(instrument);

    /// <summary>Returns the activities of a name, with the types of their errors.</summary>
    public IEnumerable<(ActivityStatusCode Status, object? Error)> Activities(string name) =>
        _activities.Where(activity => activity.OperationName == name).Select(activity => (activity.Status, activity.GetTagItem("error.type")));

    public void Dispose()
    {
        _traces.Dispose();
        _meters.Dispose();
    }
}
