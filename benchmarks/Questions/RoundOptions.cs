using System.Globalization;

namespace Blittable.Benchmarks.Questions;

/// <summary>Represents the options of a suite that compares answers and then measures in rounds.</summary>
/// <param name="Rows">The number of documents per data set.</param>
/// <param name="Rounds">The number of measurements of each peer.</param>
internal readonly record struct RoundOptions(int Rows, int Rounds)
{
    /// <summary>Parses the options <c>--rows</c> and <c>--rounds</c>.</summary>
    /// <param name="arguments">The arguments.</param>
    /// <exception cref="ArgumentException">An option is unknown, or its number is missing.</exception>
    public RoundOptions With(IReadOnlyList<string> arguments)
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
