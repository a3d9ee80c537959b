using System.Globalization;
using System.Text;

namespace Blittable.Cli;

/// <summary>The streams of the command: input and output for data, and the error writer for everything else.</summary>
internal sealed class CommandStreams
{
    private readonly Lock _lock = new();
    private List<string>? _held;
    private Stream? _input;

    public CommandStreams(Stream input, Stream output, TextWriter error)
    {
        _input = input;
        Output = output;
        DataOutput = output;
        Error = error;
    }

    private CommandStreams(bool outputIsTerminal, bool errorIsTerminal)
    {
        Output = StandardStreams.OpenOutput();
        DataOutput = outputIsTerminal ? new TerminalStream(Output) : Output;

        // A terminal is written to directly, because the libraries that draw on it recognize the writer of the console.
        Error = errorIsTerminal ? Console.Error : new MessageWriter(StandardStreams.OpenError());
        OutputIsTerminal = outputIsTerminal;
        ErrorIsTerminal = errorIsTerminal;
    }

    /// <summary>Gets standard input. Few commands use it, so it is opened on first use.</summary>
    public Stream Input => _input ??= StandardStreams.OpenInput();

    public Stream Output { get; private set; }

    /// <summary>Gets the stream for text from documents: <see cref="Output"/>, with control characters escaped on a terminal.</summary>
    public Stream DataOutput { get; private set; }

    public TextWriter Error { get; }

    public bool OutputIsTerminal { get; }

    public bool ErrorIsTerminal { get; init; }

    /// <summary>Gets the clock that determines when progress is shown.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;

    /// <summary>Gets the view that shows the progress of long work.</summary>
    public IProgressView ProgressView { get; init; } = new ProgressBarView();

    /// <summary>Gets or sets a value that indicates whether <see cref="Error"/> receives only errors, without summaries and progress.</summary>
    public bool IsQuiet { get; set; }

    /// <summary>Gets the arguments of the command line, without the name of the command.</summary>
    public IReadOnlyList<string> Arguments { get; set; } = [];

    /// <summary>Gets the arguments after <c>--</c>, which are never options.</summary>
    public IReadOnlySet<string> Literals { get; set; } = new HashSet<string>();

    /// <summary>Returns the streams of the process.</summary>
    public static CommandStreams OfProcess() => new(!Console.IsOutputRedirected, !Console.IsErrorRedirected);

    /// <summary>Redirects terminal output to a pager. Does nothing if the output is not a terminal or no pager can be started.</summary>
    /// <returns>The pager, to be disposed after all output is written, or null if there is none.</returns>
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

    /// <summary>Writes an error message.</summary>
    /// <param name="message">The message.</param>
    /// <param name="isPicture">Whether the message has several lines that point at a position.</param>
    public void WriteError(string message, bool isPicture = false)
    {
        message = FileReplacement.NameTargets(message);
        WriteLine($"blittable: {(isPicture ? string.Join('\n', message.Split('\n').Select(TerminalText.Escape)) : TerminalText.Escape(message))}");
    }

    /// <summary>Writes an error message about a file.</summary>
    public void WriteError(string path, Exception exception) => WriteError($"{path}: {exception.Message}");

    /// <summary>Writes a note, unless <see cref="IsQuiet"/> is set.</summary>
    public void WriteNote(string note)
    {
        if (!IsQuiet)
        {
            WriteLine(TerminalText.Escape(note));
        }
    }

    /// <summary>Holds messages back that would disturb a progress display on the terminal.</summary>
    public void HoldMessages()
    {
        lock (_lock)
        {
            _held ??= [];
        }
    }

    /// <summary>Writes the messages that were held back.</summary>
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

    /// <summary>Writes messages. A message that cannot be written is lost, because it cannot be reported elsewhere; the exit code still is.</summary>
    private sealed class MessageWriter(TextWriter output) : TextWriter(CultureInfo.InvariantCulture)
    {
        public override Encoding Encoding => output.Encoding;

        public override void Write(char value) => Try(() => output.Write(value));

        public override void Write(char[] buffer, int index, int count) => Try(() => output.Write(buffer, index, count));

        public override void Write(string? value) => Try(() => output.Write(value));

        // In one call, so that messages of several threads are not mixed.
        public override void WriteLine(string? value) => Try(() => output.WriteLine(value));

        private static void Try(Action write)
        {
            try
            {
                write();
            }
            catch (Exception fault) when (fault is IOException or UnauthorizedAccessException)
            {
                // The disk is full, for example.
            }
        }
    }
}
