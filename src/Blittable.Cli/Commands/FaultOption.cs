using System.CommandLine;
using System.CommandLine.Parsing;

namespace Blittable.Cli;

/// <summary>The option <c>--on-error</c>: how to handle texts that are not JSON and documents that do not fit the collection.</summary>
internal sealed class FaultOption : Option<string?>
{
    private const string OptionName = "--on-error";

    private const string Stop = "stop", Skip = "skip", Collect = "collect";

    public FaultOption()
        : base(OptionName)
    {
        Description = "How to handle invalid input: 'stop' with an error (default), 'skip' and count it, or 'collect' it in a file with the reason, replacing an earlier file of this kind.";
        HelpName = "stop|skip|collect file";
        Arity = ArgumentArity.ExactlyOne;
        CustomParser = Parse;
        CompletionSources.Add(Stop, Skip, Collect);
    }

    /// <summary>Joins 'collect' and the file name after it. With an option of up to two values, the parser would also consume the first input.</summary>
    public static IReadOnlyList<string> Join(IReadOnlyList<string> arguments)
    {
        for (var i = 1; i + 1 < arguments.Count; i++)
        {
            if (arguments[i - 1] == OptionName && arguments[i] == Collect)
            {
                return [.. arguments.Take(i), $"{Collect}={arguments[i + 1]}", .. arguments.Skip(i + 2)];
            }
        }

        return arguments;
    }

    /// <summary>Determines whether a file name follows a value of the option.</summary>
    public static bool RequiresFile(string value) => value == Collect;

    /// <summary>Opens the log of faults, or returns null if the first fault stops the command.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="guard">The guard of the other outputs, which must be known.</param>
    /// <exception cref="UsageException">The log would destroy another file, or its folder does not exist.</exception>
    public FaultLog? Open(ParseResult parsed, OutputGuard guard)
    {
        var choice = parsed.GetValue(this);
        if (choice is null or Stop)
        {
            return null;
        }

        if (choice == Skip)
        {
            return new FaultLog(null);
        }

        var file = choice[(Collect.Length + 1)..];
        var target = guard.Require(file, OutputKind.Faults, $"{OptionName} {Collect}");
        ParentsOption.RequireFolder(Path.GetDirectoryName(Path.GetFullPath(file)));
        return new FaultLog(OutputFile.Create(target));
    }

    private string? Parse(ArgumentResult result)
    {
        var word = result.Tokens[0].Value;
        if (word is not (Stop or Skip) && (!word.StartsWith(Collect + "=", StringComparison.Ordinal) || word.Length == Collect.Length + 1))
        {
            result.AddError(word.StartsWith(Collect, StringComparison.Ordinal)
                ? $"'{Name} {Collect}' requires a file name."
                : $"'{word}' is not a valid value for '{Name}'. Valid values: {Stop}, {Skip}, {Collect}.");
        }

        return word;
    }
}
