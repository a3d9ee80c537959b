using System.CommandLine;
using System.Data.Common;
using Blittable.Collections;
using Blittable.Collections.Storage;

namespace Blittable.Cli;

/// <summary>A command that processes each of its input files.</summary>
/// <remarks>A file that cannot be processed is reported, and the command continues with the next one. The exit code reports the worst error.</remarks>
internal abstract class FileCommand : Command
{
    /// <summary>The Unix error EPIPE, as reported by .NET.</summary>
    private const int BrokenPipe = 32;

    private readonly Argument<string[]> _inputs;

    protected FileCommand(string name, string description, CommandStreams streams, string inputDescription, ArgumentArity? inputs = null)
        : base(name, description)
    {
        Streams = streams;
        _inputs = new Argument<string[]>("input") { Description = inputDescription, Arity = inputs ?? ArgumentArity.OneOrMore };
        _inputs.Validators.Add(result =>
        {
            // The parser treats an unknown option as an argument.
            foreach (var token in result.Tokens.Where(token => token.Value is ['-', _, ..] && !streams.Literals.Contains(token.Value)))
            {
                if (token.Value[1..].All(char.IsAsciiDigit) && Options.Any(option => option.Aliases.Contains("-n")))
                {
                    result.AddError($"'{name}' has no option '{token.Value}'. Specify the number of documents with '-n {token.Value[1..]}'.");
                    continue;
                }

                var meant = Suggestion.Nearest(token.Value, BlittableCommand.OptionsOf(this)) is { } near ? $"Did you mean '{near}'? " : "";
                result.AddError($"'{name}' has no option '{token.Value}'. {meant}For a file with this name, write './{token.Value}' or put it after '--'.");
            }
        });

        // On a separate thread, so that the signal handler stays responsive during a long conversion.
        SetAction((parsed, cancellation) => Task.Run(() => RunGuardedAsync(parsed, cancellation), CancellationToken.None));
    }

    protected CommandStreams Streams { get; }

    /// <summary>Returns the exit code for an exception, or null if only a bug in this program throws it.</summary>
    public static ExitCode? ExitCodeOf(Exception exception) => exception switch
    {
        UsageException or BlittableException { Code: BlittableErrorCode.InvalidPath or BlittableErrorCode.InvalidQuery } => ExitCode.Usage,
        BlittableException => ExitCode.BadData,
        IOException { HResult: BrokenPipe } => ExitCode.OutputClosed,
        IOException or UnauthorizedAccessException => ExitCode.InputOutput,
        OperationCanceledException => ExitCode.Cancelled,
        _ when FileLimit.IsReached(exception) => ExitCode.InputOutput,
        _ => null,
    };

    /// <summary>Gets the extensions of the files to read from a folder.</summary>
    protected abstract IReadOnlyCollection<string> Extensions { get; }

    /// <summary>Reads options that apply to all inputs, before the inputs are expanded.</summary>
    /// <exception cref="BlittableException">A file named by an option is damaged.</exception>
    protected virtual void Prepare(ParseResult parsed)
    {
    }

    /// <summary>Checks the options that apply only to some inputs.</summary>
    /// <exception cref="UsageException">An option has no effect on any input.</exception>
    protected virtual void Check(ParseResult parsed, IReadOnlyList<InputFile> inputs)
    {
    }

    /// <summary>Runs the command on its inputs.</summary>
    protected abstract Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation);

    /// <summary>Adds the inputs, after the command's own arguments.</summary>
    protected void AddInputs() => Arguments.Add(_inputs);

    /// <summary>Returns the inputs as they were typed.</summary>
    protected IReadOnlyList<string> InputsOf(ParseResult parsed) => parsed.GetValue(_inputs) ?? [];

    /// <summary>Writes the warnings of a query over an input.</summary>
    protected void Warn(InputFile input, IEnumerable<QueryWarning> warnings)
    {
        foreach (var warning in warnings)
        {
            Streams.WriteNote($"blittable: {input.Path}: {warning.Message}");
        }
    }

    /// <summary>Processes each input in turn.</summary>
    protected async Task<ExitCode> ForEachAsync(IReadOnlyList<InputFile> inputs, Func<InputFile, Task> process, CancellationToken cancellation)
    {
        var worst = ExitCode.Done;
        foreach (var input in inputs)
        {
            cancellation.ThrowIfCancellationRequested();
            try
            {
                await process(input);
            }
            catch (Exception exception) when (ExitCodeOf(exception) is (ExitCode.BadData or ExitCode.InputOutput) and var code)
            {
                Streams.WriteError(input.Path, FileLimit.Explain(exception));
                worst = code > worst ? code : worst;
            }
            catch (UsageException fault) when (fault.IsOfInput && inputs.Count > 1)
            {
                Streams.WriteError(fault.Message);
                worst = ExitCode.Usage > worst ? ExitCode.Usage : worst;
            }
        }

        return worst;
    }

    private async Task<int> RunGuardedAsync(ParseResult parsed, CancellationToken cancellation)
    {
        try
        {
            Prepare(parsed);
            var inputs = InputExpansion.Expand(InputsOf(parsed), Extensions);
            Check(parsed, inputs);
            return (int)await RunAsync(parsed, inputs, cancellation);
        }
        catch (Exception exception) when (ExitCodeOf(exception) is { } code)
        {
            if (code != ExitCode.OutputClosed)
            {
                Streams.WriteError(
                    code == ExitCode.Cancelled ? "canceled" : FileLimit.Explain(exception).Message.TrimEnd(),
                    isPicture: exception is BlittableException { Code: BlittableErrorCode.InvalidQuery } or { InnerException: DbException });
            }

            return (int)code;
        }
    }
}
