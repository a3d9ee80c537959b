using System.CommandLine;
using System.CommandLine.Parsing;

namespace Blittable.Cli;

/// <summary>An option that accepts the names of an enumeration, in any case.</summary>
/// <remarks>The built-in parser would also accept numbers, even undefined ones.</remarks>
internal sealed class ChoiceOption<T> : Option<T>
    where T : struct, Enum
{
    private static readonly string[] s_words = [.. Enum.GetNames<T>().Select(name => name.ToLowerInvariant())];

    public ChoiceOption(string name, T byDefault)
        : base(name)
    {
        HelpName = string.Join('|', s_words);
        DefaultValueFactory = _ => byDefault;
        CustomParser = Parse;
        CompletionSources.Clear();
        CompletionSources.Add(s_words);
    }

    private T Parse(ArgumentResult result)
    {
        var word = result.Tokens[0].Value;
        var index = Array.FindIndex(s_words, known => known.Equals(word, StringComparison.OrdinalIgnoreCase));
        if (index < 0)
        {
            result.AddError($"'{word}' is not a valid value for '{Name}'. Valid values: {string.Join(", ", s_words)}.");
            return default;
        }

        return Enum.GetValues<T>()[index];
    }
}
