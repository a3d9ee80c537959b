using System.Diagnostics;
using Spectre.Console;

namespace Blittable.Cli;

/// <summary>Shows a progress bar with the completed work, its rate and the remaining time, if the work takes more than a second.</summary>
internal static class ProgressDisplay
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan s_redrawTime = TimeSpan.FromMilliseconds(100);

    /// <summary>Runs work that reads files.</summary>
    /// <param name="streams">The streams whose error writer shows the bar, if it is a terminal.</param>
    /// <param name="title">The title of the bar.</param>
    /// <param name="inputs">The files to read.</param>
    /// <param name="work">The work. It reports the bytes read since the last call to the function that it receives.</param>
    public static Task<T> RunAsync<T>(CommandStreams streams, string title, IReadOnlyList<InputFile> inputs, Func<Action<long>, Task<T>> work) =>
        RunAsync(streams, title, inputs.Any(input => input.IsStandard) ? null : inputs.Sum(input => input.Length), unit: null, work);

    /// <summary>Runs work that consists of steps.</summary>
    /// <param name="streams">The streams whose error writer shows the bar, if it is a terminal.</param>
    /// <param name="title">The title of the bar.</param>
    /// <param name="steps">The number of steps.</param>
    /// <param name="unit">The name of the steps, in the plural.</param>
    /// <param name="work">The work. It reports the steps completed since the last call to the function that it receives.</param>
    public static Task<T> RunAsync<T>(CommandStreams streams, string title, long steps, string unit, Func<Action<long>, Task<T>> work) =>
        RunAsync(streams, title, (long?)steps, unit, work);

    /// <inheritdoc cref="RunAsync{T}(CommandStreams, string, long, string, Func{Action{long}, Task{T}})"/>
    public static Task RunAsync(CommandStreams streams, string title, long steps, string unit, Func<Action<long>, Task> work) =>
        RunAsync(streams, title, steps, unit, async onStep =>
        {
            await work(onStep);
            return true;
        });

    /// <summary>Runs work of unknown length and shows the elapsed time.</summary>
    public static Task<T> RunAsync<T>(CommandStreams streams, string title, Func<Task<T>> work) =>
        RunAsync(streams, title, total: null, unit: "", _ => work());

    /// <param name="streams">The streams whose error writer shows the bar, if it is a terminal.</param>
    /// <param name="title">The title of the bar.</param>
    /// <param name="total">The amount of work, or null if it is unknown.</param>
    /// <param name="unit">The unit of the work, in the plural; null for bytes, empty if nothing is counted.</param>
    /// <param name="work">The work.</param>
    private static async Task<T> RunAsync<T>(CommandStreams streams, string title, long? total, string? unit, Func<Action<long>, Task<T>> work)
    {
        if (!streams.ErrorIsTerminal || streams.IsQuiet || Environment.GetEnvironmentVariable("TERM") == "dumb")
        {
            return await work(_ => { });
        }

        var done = 0L;
        var start = Stopwatch.GetTimestamp();
        var working = Task.Run(() => work(count => Interlocked.Add(ref done, count)));
        if (await Task.WhenAny(working, Task.Delay(s_patience)) != working)
        {
            streams.HoldMessages();
            try
            {
                await DrawAsync(Consoles.OfErrors(streams), title, total, Columns(total is not null, unit, start), working, () => Interlocked.Read(ref done));
            }
            finally
            {
                streams.ReleaseMessages();
            }
        }

        return await working;
    }

    private static Task DrawAsync(IAnsiConsole console, string title, long? total, ProgressColumn[] columns, Task working, Func<long> done) => console.Progress()
        .AutoClear(true)
        .Columns(columns)
        .StartAsync(async context =>
        {
            var bar = context.AddTask(title, maxValue: Math.Max(total ?? long.MaxValue, 1));
            bar.IsIndeterminate = total is null;
            while (!working.IsCompleted)
            {
                bar.Value = done();
                await Task.WhenAny(working, Task.Delay(s_redrawTime));
            }
        });

    private static ProgressColumn[] Columns(bool isTotalKnown, string? unit, long start) =>
    [
        new TaskDescriptionColumn(),
        new ProgressBarColumn(),
        .. isTotalKnown ? (ProgressColumn[])[new PercentageColumn()] : [],
        .. unit is "" ? (ProgressColumn[])[] : [new RateColumn(unit, start)],
        isTotalKnown ? new RemainingTimeColumn() : new ElapsedTimeColumn(),
    ];
}
