using Microsoft.Win32.SafeHandles;
using Spectre.Console;

namespace Blittable.Cli;

/// <summary>What the command reads and writes: data from and to the two streams, everything else to the error writer.</summary>
internal sealed class CommandStreams
{
    /// <summary>Wide enough that no line of a table is broken where nobody looks at it.</summary>
    private const int UnlimitedWidth = 1000;

    public CommandStreams(Stream input, Stream output, TextWriter error)
    {
        Input = input;
        Output = output;
        DataOutput = output;
        Error = error;
        ErrorConsole = CreateConsole(error, isTerminal: false);
    }

    private CommandStreams(bool outputIsTerminal, bool errorIsTerminal)
    {
        Input = Console.OpenStandardInput();
        Output = OpenOutput();
        DataOutput = outputIsTerminal ? new TerminalStream(Output) : Output;
        Error = Console.Error;
        OutputIsTerminal = outputIsTerminal;
        ErrorIsTerminal = errorIsTerminal;
        ErrorConsole = CreateConsole(Error, errorIsTerminal);
    }

    public Stream Input { get; }

    public Stream Output { get; }

    /// <summary><see cref="Output"/> for text that comes from documents: its control characters do not reach a terminal.</summary>
    public Stream DataOutput { get; }

    public TextWriter Error { get; }

    public bool OutputIsTerminal { get; }

    public bool ErrorIsTerminal { get; }

    /// <summary><see cref="Error"/> for messages, tables and progress.</summary>
    public IAnsiConsole ErrorConsole { get; }

    /// <summary>Those of the process.</summary>
    public static CommandStreams OfProcess() => new(!Console.IsOutputRedirected, !Console.IsErrorRedirected);

    /// <summary>The standard output; writing to a pipe whose other end is closed throws.</summary>
    private static Stream OpenOutput()
    {
        if (OperatingSystem.IsWindows() || !Console.IsOutputRedirected)
        {
            return Console.OpenStandardOutput();
        }

        // The console's own stream passes over such a pipe in silence, and the command would go on to the end of its input for nobody. Files
        // are left to it, since it moves their position on for the next command of a shell's group.
        var pipe = new FileStream(new SafeFileHandle(1, ownsHandle: false), FileAccess.Write, bufferSize: 0);
        return pipe.CanSeek ? Console.OpenStandardOutput() : pipe;
    }

    /// <summary>A console over a writer; colours and live displays only where it is a terminal.</summary>
    public static IAnsiConsole CreateConsole(TextWriter writer, bool isTerminal)
    {
        var console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = isTerminal ? AnsiSupport.Detect : AnsiSupport.No,
            ColorSystem = isTerminal ? ColorSystemSupport.Detect : ColorSystemSupport.NoColors,
            Interactive = isTerminal ? InteractionSupport.Detect : InteractionSupport.No,
            Out = new AnsiConsoleOutput(writer),
        });
        if (!isTerminal)
        {
            console.Profile.Width = UnlimitedWidth;
        }

        return console;
    }
}
