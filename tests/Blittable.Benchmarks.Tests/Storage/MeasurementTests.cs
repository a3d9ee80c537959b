using System.Diagnostics;
using Blittable.Benchmarks.Storage;

namespace Blittable.Benchmarks.Tests.Storage;

public class MeasurementTests
{
    [Fact]
    public void Percentiles_interpolate_between_the_nearest_samples()
    {
        // 1 to 101: the p-th percentile is the sample at position p.
        var quantiles = Quantiles.Of([.. Enumerable.Range(1, 101).Select(value => (double)value).Reverse()]);
        Assert.Equal(51, quantiles.P50, 9);
        Assert.Equal(91, quantiles.P90, 9);
        Assert.Equal(100, quantiles.P99, 9);
        Assert.Equal(51, quantiles.Mean, 9);
        // Halfway between 1 and 2.
        Assert.Equal(1.5, Quantiles.Of([1, 2]).P50, 9);
    }

    [Fact]
    public void Times_under_a_millisecond_are_not_rounded()
    {
        var summary = Summary([new(0.004, 0.001, 10, 0), new(0.006, 0.003, 10, 0)], connections: 1);
        Assert.Equal(0.005, summary.DatabaseTime.Mean, 9);
        Assert.Equal(0.007, summary.TotalTime.Mean, 9);
    }

    [Fact]
    public void Operations_and_rows_per_second_include_all_connections()
    {
        // Two connections, each with 1,000 ms of database time for 4 operations of 50 rows.
        var samples = Enumerable.Repeat(new OperationSample(250, 100, 50, 0), 8).ToArray();
        var summary = Summary(samples, connections: 2);
        Assert.Equal(8, summary.OperationsPerSecond, 9);
        Assert.Equal(400, summary.RowsPerSecond, 9);
    }

    [Fact]
    public void The_CSV_summary_has_headers_and_shows_processing_times_below_10_microseconds()
    {
        var csv = SummaryCsv.Render([Summary([new(1.239, 0.004, 7, 0), new(1.239, 0.004, 7, 0), new(4.239, 0.004, 7, 0)], connections: 1)]);
        Assert.Equal(
            "database_model,model,workload,operation,p50,p90,p99,throughput,db_time,processing_time,total_time,"
            + "db_time_median,processing_time_median,total_time_median,operations_per_second,rows_per_second,original,samples\n"
            + "sqlite_epoch,epoch,insert,insert,1.24,3.64,4.18,446.63,2.24,0.0040,2.24,1.24,0.0040,1.24,446.63,3126.40,insert/all,3\n",
            csv);
    }

    [Fact]
    public void Processor_time_outside_the_database_phases_is_processing_time()
    {
        var clock = new ManualClock();
        var meter = new OperationMeter(clock) { Rows = 3 };
        clock.Advance(elapsed: 9, processor: 4);

        var sample = meter.ToSample(retries: 1);
        Assert.Equal((0, 4, 4), (sample.DatabaseTime, sample.ProcessingTime, sample.TotalTime));
        Assert.Equal((3, 1), (sample.Rows, sample.Retries));
    }

    [Fact]
    public void Elapsed_time_in_the_database_phases_is_database_time()
    {
        var clock = new ManualClock();
        var meter = new OperationMeter(clock);
        clock.Advance(elapsed: 7, processor: 1);
        for (var phase = 0; phase < 2; phase++)
        {
            using (meter.Database())
            {
                clock.Advance(elapsed: 25, processor: 3);
            }

            clock.Advance(elapsed: 7, processor: 2);
        }

        var sample = meter.ToSample(retries: 0);
        Assert.Equal((50, 5, 55), (sample.DatabaseTime, sample.ProcessingTime, sample.TotalTime));
    }

    [Fact]
    public void The_clock_of_the_machine_advances_while_a_thread_computes()
    {
        var (elapsed, processor) = (MeasurementClock.System.Timestamp, MeasurementClock.System.ProcessorNanoseconds);
        for (var tries = 0; tries < 1_000_000 && MeasurementClock.System.ProcessorNanoseconds == processor; tries++)
        {
            Thread.SpinWait(100);
        }

        Assert.True(MeasurementClock.System.ProcessorNanoseconds > processor);
        Assert.True(MeasurementClock.System.Timestamp > elapsed);
    }

    [Fact]
    public void The_original_throughput_is_1000_divided_by_the_mean_database_time()
    {
        // Two connections, operations of 20 and 30 ms: the mean is 25 ms, so 40 operations fit into a second.
        var summary = Summary([new(20, 1, 50, 0), new(30, 1, 50, 0)], connections: 2);
        Assert.Equal(40, summary.OriginalThroughput, 9);
        Assert.Equal(80, summary.OperationsPerSecond, 9);
    }

    private static OperationSummary Summary(OperationSample[] samples, int connections) =>
        OperationSummary.Of("sqlite", "epoch", "insert", "insert", connections, samples);

    /// <summary>A clock that only tests advance.</summary>
    private sealed class ManualClock : MeasurementClock
    {
        private long _timestamp;
        private long _processor;

        public override long Timestamp => _timestamp;

        public override long ProcessorNanoseconds => _processor;

        /// <summary>Advances both times by milliseconds.</summary>
        public void Advance(int elapsed, int processor)
        {
            _timestamp += elapsed * Stopwatch.Frequency / 1000;
            _processor += processor * 1_000_000L;
        }
    }
}
