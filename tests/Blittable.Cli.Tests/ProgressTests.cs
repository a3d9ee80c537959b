namespace Blittable.Cli.Tests;

/// <summary>Each command that reads large inputs shows its progress, its rate and the remaining time, but only on a terminal and only after a second.</summary>
public sealed class ProgressTests : IAsyncLifetime
{
    private const int Count = 300;

    /// <summary>Commands that read no large input, run another tool, or take minutes in a test.</summary>
    private static readonly string[] s_excluded = ["bench", "set", "patch", "export", "import", "sql", "completion", "man"];

    /// <summary>Commands whose work has no measure: they show the elapsed time.</summary>
    private static readonly string[] s_unmeasured = ["compact", "train"];

    private readonly ScratchFolder _folder = new();

    public static TheoryData<string> Lines =>
    [
        "convert shop.ndjson -o out.blits", "to-json many.blits -o out.ndjson", "get $.id shop.blic", "get $.id many.blits", "stat many.blits",
        "explain shop.blic --html out.html", "explain one.json --html out.html", "verify shop.blic", "verify many.blits", "train shop.ndjson -o out.blid",
        "pack shop.ndjson -o out.blic", "append shop.blic new.ndjson", "unpack shop.blic", "unpack shop.blic --where $.id>=0", "query shop.blic",
        "query shop.blic --where $.country=\"DE\"", "query shop.blic --order-by -id", "query shop.blic --select $.id", "query shop.blic --group-by $.country",
        "query shop.blic other.blic --count", "head shop.blic", "tail shop.blic", "sample -n 5 shop.blic", "sample -n 290 shop.blic", "head -n 300 many.blits",
        "sample many.blits", "schema shop.blic", "schema many.blits", "update shop.blic --all --set $.n=1", "update shop.blic --where $.id<9 --set $.n=1",
        "delete shop.blic --where $.id<9", "diff shop.blic other.blic", "diff one.json one.json", "merge shop.blic new.blic -o out.blic", "compact shop.blic",
        "backup shop.blic -o out.blic", "recover shop.blic -o out.blic",
    ];

    public async ValueTask InitializeAsync()
    {
        var lines = JsonLines(0);
        _folder.Write("shop.ndjson", string.Join('\n', lines));
        _folder.Write("new.ndjson", string.Join('\n', JsonLines(Count)));
        _folder.Write("one.json", $"[{string.Join(',', lines)}]");
        await RunAsync("convert shop.ndjson -o many.blits", new RecordedView(), TimeProvider.System);
        foreach (var (input, output) in ((string, string)[])[("shop", "shop"), ("shop", "other"), ("new", "new")])
        {
            await RunAsync($"pack {input}.ndjson -o {output}.blic --key $.id", new RecordedView(), TimeProvider.System);
        }
    }

    public ValueTask DisposeAsync()
    {
        _folder.Dispose();
        return ValueTask.CompletedTask;
    }

    [Fact]
    public void Each_command_has_a_line() =>
        Assert.Empty(BlittableCommand.Names.Except(Lines.Select(line => line.Data.Split(' ')[0])).Except(s_excluded));

    [Theory]
    [MemberData(nameof(Lines))]
    public async Task Slow_work_shows_its_progress(string line)
    {
        var (view, clock) = (new RecordedView(), new EarlyClock());
        await RunAsync(line, view, clock);

        Assert.NotEmpty(view.Works);
        Assert.All(clock.Waited, wait => Assert.Equal(TimeSpan.FromSeconds(1), wait));
        Assert.All(view.Works, work =>
        {
            Assert.NotEmpty(work.Title);
            if (s_unmeasured.Contains(line.Split(' ')[0]))
            {
                Assert.Null(work.Total);
                return;
            }

            Assert.NotEqual("", work.Unit);
            Assert.Equal(work.Total, work.Done());
        });
    }

    [Theory]
    [MemberData(nameof(Lines))]
    public async Task Quiet_work_shows_no_progress(string line)
    {
        var view = new RecordedView();
        await RunAsync($"{line} --quiet", view, new EarlyClock());

        Assert.Empty(view.Works);
    }

    [Fact]
    public async Task Fast_work_shows_no_progress()
    {
        var view = new RecordedView();
        await RunAsync("query shop.blic", view, new StoppedClock());

        Assert.Empty(view.Works);
    }

    private static string[] JsonLines(int first) =>
        [.. Enumerable.Range(first, Count).Select(id => $$"""{"id":{{id}},"country":"{{(id % 2 == 0 ? "DE" : "FR")}}"}""")];

    private async Task RunAsync(string line, IProgressView view, TimeProvider clock)
    {
        string[] arguments = [.. line.Split(' ').Select(word => word.StartsWith('-') || word.StartsWith('$') || !word.Contains('.') ? word : _folder[word])];
        await using var error = new StringWriter();
        var streams = new CommandStreams(new MemoryStream(), new MemoryStream(), error) { ErrorIsTerminal = true, ProgressView = view, Clock = clock };
        Assert.True(await BlittableCommand.RunAsync(arguments, streams) == 0, error.ToString());
    }

    /// <summary>Records the work that would be shown.</summary>
    private sealed class RecordedView : IProgressView
    {
        public List<ProgressWork> Works { get; } = [];

        public Task ShowAsync(CommandStreams streams, ProgressWork work, Task working)
        {
            Works.Add(work);
            return Task.CompletedTask;
        }
    }

    /// <summary>A clock whose timers expire at once, so that all work is slow.</summary>
    private sealed class EarlyClock : TimeProvider
    {
        public List<TimeSpan> Waited { get; } = [];

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        {
            Waited.Add(dueTime);
            callback(state);
            return System.CreateTimer(callback, state, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        }
    }

    /// <summary>A clock whose timers never expire.</summary>
    private sealed class StoppedClock : TimeProvider
    {
        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
            System.CreateTimer(callback, state, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }
}
