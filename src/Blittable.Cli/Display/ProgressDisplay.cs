using Spectre.Console;

namespace Blittable.Cli;

/// <summary>A progress bar on the error writer, for work that is long enough to look at one.</summary>
internal static class ProgressDisplay
{
    /// <summary>Below this many bytes the work is over before a bar has been drawn.</summary>
    private const long MinBytes = 16 << 20;

    /// <summary>Does some work, with a bar if there is a terminal to draw it on.</summary>
    /// <param name="streams">Whose error writer gets it.</param>
    /// <param name="title">What is being done.</param>
    /// <param name="inputs">What is being read.</param>
    /// <param name="work">The work; it tells the function that it is given how many bytes it has read since the last call.</param>
    public static Task<T> RunAsync<T>(CommandStreams streams, string title, IReadOnlyList<InputFile> inputs, Func<Action<long>, Task<T>> work)
    {
        if (!streams.ErrorIsTerminal)
        {
            return work(_ => { });
        }

        var total = inputs.Sum(input => input.Length);
        var unknown = inputs.Any(input => input.IsStandard);
        if (total < MinBytes && !unknown)
        {
            return work(_ => { });
        }

        return streams.ErrorConsole.Progress()
            .AutoClear(true)
            .Columns(new TaskDescriptionColumn(), new ProgressBarColumn(), new DownloadedColumn(), new TransferSpeedColumn(), new RemainingTimeColumn())
            .StartAsync(context =>
            {
                var task = context.AddTask(title, maxValue: Math.Max(total, 1));
                task.IsIndeterminate = unknown;
                return work(bytes => task.Increment(bytes));
            });
    }

    /// <summary>Does some work that has steps, with a bar if there is a terminal to draw it on.</summary>
    /// <param name="streams">Whose error writer gets it.</param>
    /// <param name="title">What is being done.</param>
    /// <param name="steps">How many steps there are.</param>
    /// <param name="work">The work; it calls the action that it is given after each step.</param>
    public static Task<T> RunStepsAsync<T>(CommandStreams streams, string title, int steps, Func<Action, Task<T>> work)
    {
        if (!streams.ErrorIsTerminal)
        {
            return work(() => { });
        }

        return streams.ErrorConsole.Progress()
            .AutoClear(true)
            .Columns(new TaskDescriptionColumn(), new ProgressBarColumn(), new PercentageColumn(), new RemainingTimeColumn())
            .StartAsync(context =>
            {
                var task = context.AddTask(title, maxValue: Math.Max(steps, 1));
                return work(() => task.Increment(1));
            });
    }
}
