using System.Diagnostics;
using System.Globalization;

namespace Blittable.Benchmarks.Harness;

/// <summary>Runs a cell in a process of its own: this program again, with a verb that is not meant for people.</summary>
internal static class CellProcess
{
    /// <summary>The verb: <c>--run-cell WARM-UP-MS MEASURE-MS GROUP NAME [suite's arguments]</c>, after the suite's name.</summary>
    public const string Verb = "--run-cell";

    /// <summary>What the line with the measurement starts with; a cell may print other lines.</summary>
    private const string Mark = "measurement: ";

    /// <summary>The child's side: finds the cell, measures it and prints what it found.</summary>
    /// <param name="suite">The suite that declares the cell.</param>
    /// <param name="arguments">What follows the verb.</param>
    public static int RunChild(CellSuite suite, string[] arguments)
    {
        var budget = new TimeBudget(
            TimeSpan.FromMilliseconds(double.Parse(arguments[0], CultureInfo.InvariantCulture)),
            TimeSpan.FromMilliseconds(double.Parse(arguments[1], CultureInfo.InvariantCulture)));
        Cell cell = suite.Cells(arguments[4..]).First(c => c.Group == arguments[2] && c.Name == arguments[3]);
        Console.WriteLine(Mark + cell.Measure(budget).ToLine());
        return 0;
    }

    /// <summary>The parent's side: starts the process, waits for it and reads its measurement.</summary>
    /// <exception cref="InvalidOperationException">The process failed; the message has what it wrote to its standard error.</exception>
    public static Measurement Launch(CellSuite suite, Cell cell, RunOptions options)
    {
        using var process = Process.Start(Describe(suite, cell, options))
            ?? throw new InvalidOperationException("The cell's process did not start.");
        Task<string> errors = process.StandardError.ReadToEndAsync();
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        string? line = output.Split('\n').LastOrDefault(text => text.StartsWith(Mark, StringComparison.Ordinal));
        if (process.ExitCode != 0 || line is null)
        {
            throw new InvalidOperationException(
                $"{suite.Name}: {cell.Group} / {cell.Name} ended with exit code {process.ExitCode}: {errors.Result.Trim()}");
        }

        return Measurement.FromLine(line[Mark.Length..]);
    }

    private static ProcessStartInfo Describe(CellSuite suite, Cell cell, RunOptions options)
    {
        var start = new ProcessStartInfo
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };

        if (Machine.TaskSet is { } taskSet)
        {
            start.FileName = taskSet;
            start.ArgumentList.Add("-c");
            start.ArgumentList.Add(Machine.CoreList(options.Core, cell.Cores));
            start.ArgumentList.Add(Machine.Executable);

            // On one core the runtime would wait ten times as long before it optimizes hot methods.
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
            [suite.Name, Verb, Milliseconds(options.Budget.WarmUp), Milliseconds(options.Budget.Measure), cell.Group, cell.Name])
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
