using System.CommandLine;
using System.CommandLine.Parsing;

namespace Blittable.Cli;

/// <summary>An option that accepts the names of an enumeration, in any case.</summary>
/// <remarks>The built-in parser would also accept numbers, even undefined ones.</remarks>
internal sealed class ChoiceOption<T> : Option<T?>
    where T : struct, Enum
{
    private static readonly string[] s_words = [.. Enum.GetNames<T>().Select(name => name.ToLowerInvariant())];

    private readonly T _byDefault;

    /// <param name="name">The name of the option.</param>
    /// <param name="byDefault">The value without the option. It is part of the description, because the help would print it in its own case.</param>
    /// <param name="description">The description without the default value, in complete sentences.</param>
    public ChoiceOption(string name, T byDefault, string description)
        : base(name)
    {
        _byDefault = byDefault;
        Description = $"{description} Default: {byDefault.ToString().ToLowerInvariant()}.";
        HelpName = string.Join('|', s_words);
        CustomParser = Parse;
        CompletionSources.Clear();
        CompletionSources.Add(s_words);
    }

    /// <summary>Returns the value of a command line.</summary>
    public T Read(ParseResult parsed) => parsed.GetValue(this) ?? _byDefault;

    private T? Parse(ArgumentResult result)
    {
        var word = result.Tokens[0].Value;
        var index = Array.FindIndex(s_words, known => known.Equals(word, StringComparison.OrdinalIgnoreCase));
        if (index < 0)
        {
            result.AddError($"'{word}' is not a valid value for '{Name}'. Valid values: {string.Join(", ", s_words)}.");
            return null;
        }

        return Enum.GetValues<T>()[index];
    }
}
