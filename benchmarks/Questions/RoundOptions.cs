using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Questions;

/// <summary>Represents the options of a suite that compares answers and then measures in rounds.</summary>
/// <param name="Rows">The number of documents per data set.</param>
/// <param name="Rounds">The number of measurements of each peer.</param>
internal readonly record struct RoundOptions(int Rows, int Rounds)
{
    /// <summary>Parses a command line, or writes what is wrong with it and the usage.</summary>
    /// <param name="arguments">The options of a cell suite, <c>--rows</c> and <c>--rounds</c>.</param>
    /// <param name="defaults">The numbers that the command line may change.</param>
    /// <param name="usage">The usage of the suite.</param>
    /// <param name="options">Receives the options of a cell suite.</param>
    /// <param name="rounds">Receives the numbers.</param>
    /// <returns><see langword="false"/> if the command line is invalid.</returns>
    public static bool TryParse(string[] arguments, RoundOptions defaults, string usage, [NotNullWhen(true)] out RunOptions? options, out RoundOptions rounds)
    {
        try
        {
            options = RunOptions.Parse(arguments);
            rounds = defaults.With(options.SuiteArguments);
            return true;
        }
        catch (ArgumentException wrong)
        {
            Console.Error.WriteLine($"{wrong.Message}\n{usage}");
            (options, rounds) = (null, defaults);
            return false;
        }
    }

    /// <exception cref="ArgumentException">An option is unknown, or its number is missing.</exception>
    private RoundOptions With(IReadOnlyList<string> arguments)
    {
        var options = this;
        for (var i = 0; i < arguments.Count; i += 2)
        {
            var number = i + 1 < arguments.Count && int.TryParse(arguments[i + 1], NumberStyles.None, CultureInfo.InvariantCulture, out var read) && read > 0 ? read : 0;
            options = (arguments[i], number) switch
            {
                ("--rows", > 0) => options with { Rows = number },
                ("--rounds", > 0) => options with { Rounds = number },
                _ => throw new ArgumentException($"'{arguments[i]}' is not a valid option, or its number is missing."),
            };
        }

        return options;
    }
}
