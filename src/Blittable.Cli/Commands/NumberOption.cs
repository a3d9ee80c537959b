using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;

namespace Blittable.Cli;

/// <summary>An option whose value is a whole number in a range, or null if the option is not given.</summary>
/// <remarks>The errors of the built-in parser mention .NET types.</remarks>
internal sealed class NumberOption : Option<long?>
{
    private readonly long _least;
    private readonly long _most;

    public NumberOption(string name, long least, long most = long.MaxValue)
        : base(name)
    {
        _least = least;
        _most = most;
        HelpName = "number";
        CustomParser = Parse;
    }

    private long? Parse(ArgumentResult result)
    {
        var word = result.Tokens[0].Value;
        if (!long.TryParse(word, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var value) || value < _least || value > _most)
        {
            var range = _most == long.MaxValue ? $"of at least {_least}" : $"from {_least} to {_most}";
            result.AddError($"'{word}' is not a valid value for '{Name}'. Specify a whole number {range}.");
        }

        return value;
    }
}
