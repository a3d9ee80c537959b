using System.Runtime.CompilerServices;
using Apache.Arrow;
using Apache.Arrow.Types;
using Blittable.Arrow.Building;
using Blittable.Collections;
using Blittable.Collections.Tests;

namespace Blittable.Arrow.Tests;

/// <summary>Tests that an export that fails or is canceled reports it, and leaves nothing that a reader accepts.</summary>
public sealed class ExportFailureTests : IDisposable
{
    private const int Rows = 1000;

    private static readonly Schema s_schema = new([new Field("v", Int64Type.Default, nullable: true)], null);

    private readonly string _folder = Path.Combine(Directory.CreateTempSubdirectory("blittable-failure-").FullName, "parts");

    public void Dispose() => Directory.Delete(Path.GetDirectoryName(_folder)!, recursive: true);

    [Fact]
    public async Task A_failure_of_the_producer_is_never_the_end_of_the_batches()
    {
        for (var round = 0; round < 5000; round++)
        {
            using var batches = new BatchStream(s_schema, (_, _) => throw new InvalidTimeZoneException(), CancellationToken.None);
            await Assert.ThrowsAsync<InvalidTimeZoneException>(async () => await batches.ReadNextRecordBatchAsync(TestContext.Current.CancellationToken));
        }
    }

    [Fact]
    public void A_failure_that_the_consumer_does_not_read_is_observed()
    {
        var (isUnobserved, hasEnded) = (false, false);
        void Record(object? sender, UnobservedTaskExceptionEventArgs arguments) => isUnobserved |= arguments.Exception.InnerException is InvalidTimeZoneException;
        TaskScheduler.UnobservedTaskException += Record;
        try
        {
            StartAndDispose();
            Assert.True(hasEnded, "Nothing waited for the producer, so its failure may come later.");
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        finally
        {
            TaskScheduler.UnobservedTaskException -= Record;
        }

        Assert.False(isUnobserved);

        [MethodImpl(MethodImplOptions.NoInlining)]
        void StartAndDispose() => new BatchStream(s_schema, Fail, CancellationToken.None).Dispose();

        void Fail(Action<RecordBatch> add, CancellationToken stop)
        {
            // Fails only after the consumer has stopped.
            stop.WaitHandle.WaitOne();
            hasEnded = true;
            throw new InvalidTimeZoneException();
        }
    }

    [Fact]
    public void A_value_that_does_not_fit_leaves_no_valid_file()
    {
        using var collection = Numbers(last: "\"x\"");
        using var output = new MemoryStream();

        var fault = Assert.Throws<BlittableException>(() => CollectionParquet.Export(
            collection, output, new ArrowOptions { Schema = s_schema, BatchRows = 10 }, TestContext.Current.CancellationToken));

        Assert.Equal(BlittableErrorCode.WrongKind, fault.Code);
        AssertInvalid(output);
    }

    [Fact]
    public void A_cancellation_after_some_rows_leaves_no_valid_file()
    {
        using var collection = Numbers(last: "1");
        using var output = new MemoryStream();
        using var stop = new CancellationTokenSource();

        // The first half of the progress is the survey.
        Assert.ThrowsAny<OperationCanceledException>(() => CollectionParquet.Export(collection, output, Cancelling(stop), stop.Token));

        AssertInvalid(output);
    }

    [Theory]
    [InlineData(null)]
    [InlineData("$.v")]
    public void A_reader_that_is_refreshed_after_the_columns_were_determined_is_refused(string? orderBy)
    {
        var path = Path.Combine(Path.GetDirectoryName(_folder)!, "refreshed.blic");
        using var writer = CollectionWriter.Create(path);
        writer.Add("""{"v":1}"""u8);
        writer.Commit();
        using var reader = CollectionReader.Open(path);
        var options = new ArrowOptions { OrderBy = orderBy, Progress = new FirstReport(Refresh) };

        // The new property would have no column.
        var fault = Assert.Throws<BlittableException>(() => CollectionParquet.Export(reader, new MemoryStream(), options, TestContext.Current.CancellationToken));

        Assert.Equal(BlittableErrorCode.InvalidOperation, fault.Code);
        using var file = new MemoryStream();
        CollectionParquet.Export(reader, file, options, TestContext.Current.CancellationToken);
        Assert.NotEqual(0, file.Length);

        void Refresh()
        {
            writer.Add("""{"v":2,"w":3}"""u8);
            writer.Commit();
            Assert.True(reader.Refresh());
        }
    }

    [Fact]
    public void A_canceled_export_of_partitions_leaves_no_files_and_can_be_repeated()
    {
        using var collection = Numbers(last: "1");
        using var stop = new CancellationTokenSource();

        Assert.ThrowsAny<OperationCanceledException>(() => CollectionParquet.ExportPartitioned(collection, _folder, "$.v", Cancelling(stop), stop.Token));
        Assert.Empty(Directory.EnumerateFileSystemEntries(_folder));

        CollectionParquet.ExportPartitioned(collection, _folder, "$.v", null, TestContext.Current.CancellationToken);
        Assert.Equal(["v=0", "v=1", "v=2"], Directory.GetDirectories(_folder).Select(Path.GetFileName).Order());
        Assert.All(Directory.GetDirectories(_folder), folder => Assert.Equal(["data.parquet"], Directory.GetFiles(folder).Select(Path.GetFileName)));
    }

    [Fact]
    public void Partitions_that_exist_are_kept_when_an_export_fails()
    {
        using var collection = Numbers(last: "1");
        Directory.CreateDirectory(Path.Combine(_folder, "v=2"));
        var existing = Path.Combine(_folder, "v=2", "data.parquet");
        File.WriteAllText(existing, "precious");

        Assert.Throws<IOException>(() => CollectionParquet.ExportPartitioned(collection, _folder, "$.v", null, TestContext.Current.CancellationToken));

        Assert.Equal([existing], Directory.GetFiles(_folder, "*", SearchOption.AllDirectories));
        Assert.Equal("precious", File.ReadAllText(existing));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(100)]
    [InlineData(3000)]
    public void A_failure_of_the_output_is_reported_as_the_exception_of_the_stream(int capacity)
    {
        using var collection = Numbers(last: "1");
        using var output = new FullDisk(capacity);

        var fault = Assert.Throws<IOException>(() => CollectionParquet.Export(collection, output, new ArrowOptions { BatchRows = 100 }, TestContext.Current.CancellationToken));

        Assert.Equal(FullDisk.Message, fault.Message);
    }

    private static CollectionReader Numbers(string last) =>
        CollectionReader.Open(CollectionFile.Write([.. Enumerable.Range(0, Rows).Select(id => $$"""{"v":{{id % 3}},"id":{{id}}}"""), $$"""{"v":{{last}}}"""]));

    private static ArrowOptions Cancelling(CancellationTokenSource stop) => new() { BatchRows = 10, Progress = new CancelAt(0.9, stop) };

    private static void AssertInvalid(MemoryStream output)
    {
        using var stream = new MemoryStream(output.ToArray());
        using var collection = new MemoryStream();
        using var writer = CollectionWriter.Create(collection, leaveOpen: true);
        Assert.Throws<BlittableException>(() => CollectionParquet.Import(stream, writer));
    }

    private sealed class CancelAt(double fraction, CancellationTokenSource stop) : IProgress<double>
    {
        public void Report(double value)
        {
            if (value >= fraction)
            {
                stop.Cancel();
            }
        }
    }

    private sealed class FirstReport(Action action) : IProgress<double>
    {
        private Action? _action = action;

        public void Report(double value) => Interlocked.Exchange(ref _action, null)?.Invoke();
    }

    private sealed class FullDisk(int capacity) : MemoryStream
    {
        public const string Message = "There is not enough space on the disk.";

        // The overload with a span calls this one.
        public override void Write(byte[] buffer, int offset, int count)
        {
            if (Length + count > capacity)
            {
                throw new IOException(Message);
            }

            base.Write(buffer, offset, count);
        }
    }
}
