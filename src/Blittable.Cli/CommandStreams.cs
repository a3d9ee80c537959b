using Microsoft.Win32.SafeHandles;

namespace Blittable.Cli;

/// <summary>What the command reads and writes: data from and to the two streams, everything else to the error writer.</summary>
internal sealed class CommandStreams
{
    private readonly Lock _lock = new();
    private List<string>? _held;

    public CommandStreams(Stream input, Stream output, TextWriter error)
    {
        Input = input;
        Output = output;
        DataOutput = output;
        Error = error;
    }

    private CommandStreams(bool outputIsTerminal, bool errorIsTerminal)
    {
        Input = Console.OpenStandardInput();
        Output = OpenOutput();
        DataOutput = outputIsTerminal ? new TerminalStream(Output) : Output;
        Error = Console.Error;
        OutputIsTerminal = outputIsTerminal;
        ErrorIsTerminal = errorIsTerminal;
    }

    public Stream Input { get; }

    public Stream Output { get; private set; }

    /// <summary><see cref="Output"/> for text that comes from documents: its control characters do not reach a terminal.</summary>
    public Stream DataOutput { get; private set; }

    public TextWriter Error { get; }

    public bool OutputIsTerminal { get; }

    public bool ErrorIsTerminal { get; }

    /// <summary>Gets a value that indicates whether only errors are wanted on <see cref="Error"/>: no figures and no progress.</summary>
    public bool IsQuiet { get; set; }

    /// <summary>Gets the arguments after <c>--</c>, which are never options.</summary>
    public IReadOnlySet<string> Literals { get; set; } = new HashSet<string>();

    /// <summary>Those of the process.</summary>
    public static CommandStreams OfProcess() => new(!Console.IsOutputRedirected, !Console.IsErrorRedirected);

    /// <summary>Sends what a terminal would get to a pager instead. Does nothing if the output is no terminal, or if no pager can be started.</summary>
    /// <returns>The pager, which is to be disposed of when everything is written; null if there is none.</returns>
    public Pager? StartPager()
    {
        if (!OutputIsTerminal || Pager.TryStart() is not { } pager)
        {
            return null;
        }

        Output = pager.Input;
        DataOutput = new TerminalStream(Output);
        return pager;
    }

    /// <summary>Says what went wrong.</summary>
    /// <param name="message">A line.</param>
    /// <param name="isPicture">Whether the message has lines of its own, which point at a place.</param>
    public void WriteError(string message, bool isPicture = false) =>
        WriteLine($"blittable: {(isPicture ? string.Join('\n', message.Split('\n').Select(TerminalText.Escape)) : TerminalText.Escape(message))}");

    /// <summary>Says what went wrong with a file.</summary>
    public void WriteError(string path, Exception exception) => WriteError($"{path}: {exception.Message}");

    /// <summary>Says what was done, unless only errors are wanted.</summary>
    public void WriteNote(string note)
    {
        if (!IsQuiet)
        {
            WriteLine(TerminalText.Escape(note));
        }
    }

    /// <summary>Keeps messages back while something is drawn on the terminal that they would break.</summary>
    public void HoldMessages()
    {
        lock (_lock)
        {
            _held ??= [];
        }
    }

    /// <summary>Writes the messages that were kept back.</summary>
    public void ReleaseMessages()
    {
        lock (_lock)
        {
            _held?.ForEach(Error.WriteLine);
            _held = null;
        }
    }

    private void WriteLine(string line)
    {
        lock (_lock)
        {
            if (_held is not null)
            {
                _held.Add(line);
            }
            else
            {
                Error.WriteLine(line);
            }
        }
    }

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
}
