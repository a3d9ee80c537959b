using System.CommandLine;

namespace Blittable.Cli;

/// <summary>The option <c>--dictionary</c>: a file that <c>blittable train</c> wrote.</summary>
internal sealed class DictionaryOption : Option<string?>
{
    public DictionaryOption()
        : base("--dictionary")
    {
        Description = "A dictionary file written by 'blittable train'. Reading documents requires the dictionary they were converted with.";
        HelpName = "file";
    }

    /// <summary>Opens the dictionary that a command line names; null if it names none.</summary>
    /// <exception cref="BlittableException">The file is damaged, or no dictionary.</exception>
    public BlittableDictionary? Load(ParseResult parsed)
    {
        if (parsed.GetValue(this) is not { } path)
        {
            return null;
        }

        try
        {
            return BlittableDictionary.Load(File.ReadAllBytes(path));
        }
        catch (BlittableException fault)
        {
            throw new BlittableException(fault.Code, $"{path}: {fault.Message}", fault.Offset, innerException: fault);
        }
    }

    /// <summary>Determines whether a file starts like a dictionary: with FF, which no document starts with, and "BLD".</summary>
    public static bool IsDictionary(ReadOnlySpan<byte> file) => file.StartsWith((ReadOnlySpan<byte>)[0xFF, (byte)'B', (byte)'L', (byte)'D']);
}
