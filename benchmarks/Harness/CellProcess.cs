using System.Diagnostics;
using System.Globalization;

namespace Blittable.Benchmarks.Harness;

/// <summary>Represents a process that measures one cell. It runs this program with an internal verb.</summary>
internal sealed class CellProcess : IDisposable
{
    /// <summary>The verb, which follows the name of the suite: <c>--run-cell WARM-UP-MS MEASURE-MS GROUP NAME WORKERS [suite's arguments]</c>.</summary>
    public const string Verb = "--run-cell";

    /// <summary>The prefix of the line with the measurement. A cell may print other lines.</summary>
    private const string Mark = "measurement: ";

    private readonly Process _process;
    private readonly Task<string> _errors;

    private CellProcess(Process process, Cell cell)
    {
        _process = process;
        _errors = process.StandardError.ReadToEndAsync();
        Cell = cell;
    }

    public Cell Cell { get; }

    /// <summary>Runs in the child process: finds the cell, measures it and prints the measurement.</summary>
    /// <param name="suite">The suite that declares the cell.</param>
    /// <param name="arguments">The arguments after the verb.</param>
    public static int RunChild(CellSuite suite, string[] arguments)
    {
        var budget = new TimeBudget(
            TimeSpan.FromMilliseconds(double.Parse(arguments[0], CultureInfo.InvariantCulture)),
            TimeSpan.FromMilliseconds(double.Parse(arguments[1], CultureInfo.InvariantCulture)));
        Cell cell = suite.Declare(arguments[5..], RunOptions.ParseWorkers(arguments[4])).First(c => c.Group == arguments[2] && c.Name == arguments[3]);
        Console.WriteLine(Mark + cell.Measure(budget, new Turns()).ToLine());
        return 0;
    }

    /// <summary>Starts the process of a cell.</summary>
    /// <exception cref="InvalidOperationException">The process did not start.</exception>
    public static CellProcess Start(CellSuite suite, Cell cell, RunOptions options) => new(
        Process.Start(Describe(suite, cell, options)) ?? throw new InvalidOperationException("The process of the cell did not start."),
        cell);

    /// <summary>Waits until the process requests a turn or completes its measurement.</summary>
    /// <returns>The measurement, or null if the process requests a turn.</returns>
    /// <exception cref="InvalidOperationException">The process failed. The message contains its standard error output.</exception>
    public Measurement? Await()
    {
        string? found = null;
        while (_process.StandardOutput.ReadLine() is { } line)
        {
            if (line == Turns.Request)
            {
                return null;
            }

            if (line.StartsWith(Mark, StringComparison.Ordinal))
            {
                found = line[Mark.Length..];
            }
        }

        _process.WaitForExit();
        if (_process.ExitCode == 0 && found is not null)
        {
            return Measurement.FromLine(found);
        }

        throw new InvalidOperationException($"{Cell.Group} / {Cell.Name} exited with code {_process.ExitCode}: {_errors.Result.Trim()}");
    }

    /// <summary>Grants the requested turn, and waits until the process requests the next turn or completes its measurement.</summary>
    /// <inheritdoc cref="Await"/>
    public Measurement? GiveTurn()
    {
        try
        {
            _process.StandardInput.WriteLine();
        }
        catch (IOException)
        {
            // The process has ended, and its last output contains the reason.
        }

        return Await();
    }

    /// <summary>Kills the process if it is still running.</summary>
    public void Dispose()
    {
        if (!_process.HasExited)
        {
            _process.Kill();
        }

        _process.Dispose();
    }

    private static ProcessStartInfo Describe(CellSuite suite, Cell cell, RunOptions options)
    {
        var start = new ProcessStartInfo
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };

        if (Machine.TaskSet is { } taskSet)
        {
            start.FileName = taskSet;
            start.ArgumentList.Add("-c");
            start.ArgumentList.Add(Machine.CoreList(options.Core, cell.Cores));
            start.ArgumentList.Add(Machine.Executable);

            // On one core, the runtime would otherwise wait ten times as long before it optimizes hot methods.
            start.Environment["DOTNET_TC_DelaySingleProcMultiplier"] = "1";
        }
        else
        {
            start.FileName = Machine.Executable;
        }

        foreach (string argument in Machine.ExecutableArguments)
        {
            start.ArgumentList.Add(argument);
        }

        foreach (string argument in (ReadOnlySpan<string>)
            [
                suite.Name, Verb, Milliseconds(options.Budget.WarmUp), Milliseconds(options.Budget.Measure),
                cell.Group, cell.Name, string.Join(',', options.Workers),
            ])
        {
            start.ArgumentList.Add(argument);
        }

        foreach (string argument in options.SuiteArguments)
        {
            start.ArgumentList.Add(argument);
        }

        foreach ((string name, string value) in cell.Environment)
        {
            start.Environment[name] = value;
        }

        return start;
    }

    private static string Milliseconds(TimeSpan time) => time.TotalMilliseconds.ToString(CultureInfo.InvariantCulture);
}
