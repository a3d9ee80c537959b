namespace Blittable.Cli;

/// <summary>Runs work and shows its progress if it takes more than a second and the error writer is a terminal.</summary>
internal static class ProgressDisplay
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(1);

    /// <summary>Runs work that reads files.</summary>
    /// <param name="streams">The streams of the command.</param>
    /// <param name="title">The title of the work.</param>
    /// <param name="inputs">The files to read.</param>
    /// <param name="work">The work. It reports the bytes read since the last call to the function that it receives.</param>
    /// <param name="isStreaming">Whether the work writes to standard output, where a bar on the same terminal would disturb the text.</param>
    public static Task<T> RunAsync<T>(CommandStreams streams, string title, IReadOnlyList<InputFile> inputs, Func<Action<long>, Task<T>> work, bool isStreaming = false) =>
        RunAsync(streams, title, inputs.Any(input => input.IsStandard) ? null : inputs.Sum(input => input.Length), unit: null, isStreaming, work);

    /// <summary>Runs work that consists of steps.</summary>
    /// <param name="streams">The streams of the command.</param>
    /// <param name="title">The title of the work.</param>
    /// <param name="steps">The number of steps.</param>
    /// <param name="unit">The name of the steps, in the plural.</param>
    /// <param name="work">The work. It reports the steps completed since the last call to the function that it receives.</param>
    /// <param name="isStreaming">Whether the work writes to standard output, where a bar on the same terminal would disturb the text.</param>
    public static Task<T> RunAsync<T>(CommandStreams streams, string title, long steps, string unit, Func<Action<long>, Task<T>> work, bool isStreaming = false) =>
        RunAsync(streams, title, (long?)steps, unit, isStreaming, work);

    /// <inheritdoc cref="RunAsync{T}(CommandStreams, string, long, string, Func{Action{long}, Task{T}}, bool)"/>
    public static Task RunAsync(CommandStreams streams, string title, long steps, string unit, Func<Action<long>, Task> work, bool isStreaming = false) =>
        RunAsync(
            streams,
            title,
            steps,
            unit,
            async onStep =>
            {
                await work(onStep);
                return true;
            },
            isStreaming);

    /// <summary>Runs work of unknown length and shows the elapsed time.</summary>
    public static Task<T> RunAsync<T>(CommandStreams streams, string title, Func<Task<T>> work) =>
        RunAsync(streams, title, total: null, unit: "", isStreaming: false, _ => work());

    private static async Task<T> RunAsync<T>(CommandStreams streams, string title, long? total, string? unit, bool isStreaming, Func<Action<long>, Task<T>> work)
    {
        if (!streams.ErrorIsTerminal || streams.IsQuiet || (isStreaming && streams.OutputIsTerminal))
        {
            return await work(_ => { });
        }

        var done = 0L;
        var start = streams.Clock.GetTimestamp();
        var patience = Task.Delay(s_patience, streams.Clock);
        var working = Task.Run(() => work(count => Interlocked.Add(ref done, count)));
        if (await Task.WhenAny(patience, working) == patience)
        {
            await streams.ProgressView.ShowAsync(
                streams, new ProgressWork(title, total, unit, () => Interlocked.Read(ref done), () => streams.Clock.GetElapsedTime(start)), working);
        }

        return await working;
    }
}
