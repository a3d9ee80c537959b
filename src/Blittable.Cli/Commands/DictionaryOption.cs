using System.CommandLine;

namespace Blittable.Cli;

/// <summary>The option <c>--dictionary</c>: a file written by <c>blittable train</c>.</summary>
internal sealed class DictionaryOption : Option<string?>
{
    public DictionaryOption()
        : base("--dictionary")
    {
        Description = "A dictionary file written by 'blittable train'. Reading documents requires the dictionary they were converted with.";
        HelpName = "file";
    }

    /// <summary>Loads the dictionary that a command line names, or returns null if it names none.</summary>
    /// <exception cref="BlittableException">The file is damaged or not a dictionary.</exception>
    public BlittableDictionary? Load(ParseResult parsed)
    {
        if (parsed.GetValue(this) is not { } path)
        {
            return null;
        }

        try
        {
            return BlittableDictionary.Load(OptionFile.Read(path, Name));
        }
        catch (BlittableException fault)
        {
            throw new BlittableException(fault.Code, $"{path}: {fault.Message}", fault.Offset, innerException: fault);
        }
    }

    /// <summary>Requires that an input may need the dictionary. Collections contain their dictionaries, and JSON has none.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="inputs">The inputs.</param>
    /// <param name="readsJson">Whether the command reads files that are named like JSON as JSON.</param>
    /// <exception cref="UsageException">The option has no effect on any input.</exception>
    public void RequireDocuments(ParseResult parsed, IReadOnlyList<InputFile> inputs, bool readsJson)
    {
        if (parsed.GetValue(this) is not null && inputs.Count > 0
            && inputs.All(input => !input.IsStandard && (CollectionFormat.IsCollection(input) || (readsJson && TextInput.IsNamedLikeJson(input)))))
        {
            throw new UsageException($"'{Name}' has no effect, because only document files can need a dictionary, and no input is one.");
        }
    }

    /// <summary>Determines whether a file starts like a dictionary: with "BLD" after FF, the first byte of no document.</summary>
    public static bool IsDictionary(ReadOnlySpan<byte> file) => file.StartsWith((ReadOnlySpan<byte>)[0xFF, (byte)'B', (byte)'L', (byte)'D']);
}
