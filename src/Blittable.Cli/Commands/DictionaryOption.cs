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

    /// <summary>Determines whether a file starts like a dictionary: with "BLD" after FF, the first byte of no document.</summary>
    public static bool IsDictionary(ReadOnlySpan<byte> file) => file.StartsWith((ReadOnlySpan<byte>)[0xFF, (byte)'B', (byte)'L', (byte)'D']);
}
