using Spectre.Console;

namespace Blittable.Cli;

/// <summary>Makes what tables, charts and progress are drawn on. Nothing else refers to the library that draws them, so that a command without a table
/// starts without loading it.</summary>
internal static class Consoles
{
    /// <summary>Wide enough that no line of a table is broken where nobody looks at it.</summary>
    private const int UnlimitedWidth = 1000;

    /// <summary>Makes a console over the error writer.</summary>
    public static IAnsiConsole OfErrors(CommandStreams streams) => Create(streams.Error, streams.ErrorIsTerminal);

    /// <summary>Makes a console over a writer; colours and live displays only where it is a terminal, and colours only without the variable
    /// <c>NO_COLOR</c>.</summary>
    public static IAnsiConsole Create(TextWriter writer, bool isTerminal)
    {
        var hasColors = isTerminal && string.IsNullOrEmpty(Environment.GetEnvironmentVariable("NO_COLOR"));
        var console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = isTerminal ? AnsiSupport.Detect : AnsiSupport.No,
            // Not detected: Spectre takes an empty NO_COLOR for a request, which it is not.
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
