using Spectre.Console;

namespace Blittable.Cli;

/// <summary>Creates consoles for tables, charts and progress. Only this class refers to Spectre.Console, so that commands without tables start without
/// loading it.</summary>
internal static class Consoles
{
    /// <summary>A width at which no table line wraps when the output is not a terminal.</summary>
    private const int UnlimitedWidth = 1 << 20;

    /// <summary>Creates a console for the error writer.</summary>
    public static IAnsiConsole OfErrors(CommandStreams streams) => Create(streams.Error, streams.ErrorIsTerminal);

    /// <summary>Creates a console for a writer. Colors and live displays require a terminal, and colors also require that the environment variable
    /// <c>NO_COLOR</c> is not set.</summary>
    public static IAnsiConsole Create(TextWriter writer, bool isTerminal)
    {
        var hasColors = isTerminal && string.IsNullOrEmpty(Environment.GetEnvironmentVariable("NO_COLOR"));
        var console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = isTerminal ? AnsiSupport.Detect : AnsiSupport.No,
            // Not detected, because Spectre also honors an empty NO_COLOR.
            ColorSystem = hasColors ? ColorSystemSupport.Standard : ColorSystemSupport.NoColors,
            Interactive = isTerminal ? InteractionSupport.Yes : InteractionSupport.No,
            Out = new AnsiConsoleOutput(writer),
        });
        if (!isTerminal)
        {
            console.Profile.Width = UnlimitedWidth;
        }

        return console;
    }
}
