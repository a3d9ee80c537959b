using System.CommandLine;

namespace Blittable.Cli;

/// <summary>The options of commands that read JSON texts: how they follow each other, and what is tolerated in them.</summary>
internal sealed class TextInputOptions
{
    private readonly ChoiceOption<JsonFormat> _format = new("--format", JsonFormat.Auto)
    {
        Description = "How documents follow each other: 'json' for one document a file, 'ndjson' for one a line, 'array' for the elements of one array, "
            + "'concatenated' for one after another, 'sequence' for RFC 7464; 'auto' finds out.",
    };

    private readonly ChoiceOption<BlittableLoneSurrogates> _surrogates = new("--lone-surrogates", BlittableLoneSurrogates.Refuse)
    {
        Description = "What becomes of escapes that name half of a surrogate pair: an error, U+FFFD, or the six characters of the escape.",
    };

    private readonly Option<bool> _comments = new("--comments") { Description = "Skip comments in JSON." };
    private readonly Option<bool> _commas = new("--trailing-commas") { Description = "Allow a comma after the last element or property." };

    private readonly bool _splitsArrays;

    /// <summary>Adds the options to a command.</summary>
    /// <param name="command">The command.</param>
    /// <param name="splitsArrays">Whether an array of objects is many documents, unless the format is named.</param>
    public TextInputOptions(Command command, bool splitsArrays)
    {
        _splitsArrays = splitsArrays;
        command.Options.Add(_format);
        command.Options.Add(_surrogates);
        command.Options.Add(_comments);
        command.Options.Add(_commas);
    }

    /// <summary>Says how a file is read.</summary>
    public BlittableTextOptions Of(ParseResult parsed, InputFile input) => TextInput.OptionsFor(input, parsed.GetValue(_format)) with
    {
        SplitArrays = _splitsArrays,
        LoneSurrogates = parsed.GetValue(_surrogates),
        SkipComments = parsed.GetValue(_comments),
        AllowTrailingCommas = parsed.GetValue(_commas),
    };
}
