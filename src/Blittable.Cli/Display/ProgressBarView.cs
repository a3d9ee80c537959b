using Spectre.Console;

namespace Blittable.Cli;

/// <summary>Shows a progress bar with the completed work, its rate and the remaining time on a terminal.</summary>
internal sealed class ProgressBarView : IProgressView
{
    private static readonly TimeSpan s_redrawTime = TimeSpan.FromMilliseconds(100);

    public async Task ShowAsync(CommandStreams streams, ProgressWork work, Task working)
    {
        if (Environment.GetEnvironmentVariable("TERM") == "dumb")
        {
            return;
        }

        streams.HoldMessages();
        try
        {
            await DrawAsync(Consoles.OfErrors(streams), work, working);
        }
        finally
        {
            streams.ReleaseMessages();
        }
    }

    private static Task DrawAsync(IAnsiConsole console, ProgressWork work, Task working) => console.Progress()
        .AutoClear(true)
        .Columns(Columns(work))
        .StartAsync(async context =>
        {
            var bar = context.AddTask(work.Title, maxValue: Math.Max(work.Total ?? long.MaxValue, 1));
            bar.IsIndeterminate = work.Total is null;
            while (!working.IsCompleted)
            {
                bar.Value = work.Done();
                await Task.WhenAny(working, Task.Delay(s_redrawTime));
            }
        });

    private static ProgressColumn[] Columns(ProgressWork work) =>
    [
        new TaskDescriptionColumn(),
        new ProgressBarColumn(),
        .. work.Total is not null ? (ProgressColumn[])[new PercentageColumn()] : [],
        .. work.Unit is "" ? (ProgressColumn[])[] : [new RateColumn(work)],
        work.Total is not null ? new RemainingTimeColumn() : new ElapsedTimeColumn(),
    ];
}
