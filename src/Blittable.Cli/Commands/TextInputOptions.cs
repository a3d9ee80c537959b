using System.CommandLine;

namespace Blittable.Cli;

/// <summary>The options of commands that read JSON texts: how the texts are separated and which deviations are accepted.</summary>
internal sealed class TextInputOptions
{
    private readonly ChoiceOption<JsonFormat> _format = new(
        "--format",
        JsonFormat.Auto,
        "How the input separates documents: 'json' for one per file, 'ndjson' for one per line, 'array' for the elements of one array, "
            + "'concatenated' for consecutive texts, 'sequence' for RFC 7464, or 'auto' to detect it.");

    private readonly ChoiceOption<BlittableLoneSurrogates> _surrogates = new(
        "--lone-surrogates",
        BlittableLoneSurrogates.Refuse,
        "How to handle escapes of unpaired surrogates: 'refuse' the text, 'replace' them with U+FFFD, or 'keepescape' to keep the escape.");

    private readonly Option<bool> _comments = new("--comments") { Description = "Allow comments in JSON and skip them." };
    private readonly Option<bool> _commas = new("--trailing-commas") { Description = "Allow a comma after the last element or property." };

    private readonly bool _splitsArrays;

    /// <summary>Adds the options to a command.</summary>
    /// <param name="command">The command.</param>
    /// <param name="splitsArrays">Whether an array of objects counts as many documents, unless a format is specified.</param>
    public TextInputOptions(Command command, bool splitsArrays)
    {
        _splitsArrays = splitsArrays;
        command.Options.Add(_format);
        command.Options.Add(_surrogates);
        command.Options.Add(_comments);
        command.Options.Add(_commas);
    }

    /// <summary>Returns the options to read a file with.</summary>
    public BlittableTextOptions Of(ParseResult parsed, InputFile input) => TextInput.OptionsFor(input, _format.Read(parsed)) with
    {
        SplitArrays = _splitsArrays,
        LoneSurrogates = _surrogates.Read(parsed),
        SkipComments = parsed.GetValue(_comments),
        AllowTrailingCommas = parsed.GetValue(_commas),
    };
}
