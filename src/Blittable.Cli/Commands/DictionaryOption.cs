using System.CommandLine;

namespace Blittable.Cli;

/// <summary>The option <c>--dictionary</c>: a file that <c>blittable train</c> wrote.</summary>
internal sealed class DictionaryOption : Option<string?>
{
    public DictionaryOption()
        : base("--dictionary")
    {
        Description = "What the documents share and do not carry: a file written by 'blittable train'.";
        HelpName = "file";
    }

    /// <summary>Opens the dictionary that a command line names; null if it names none.</summary>
    /// <exception cref="BlittableException">The file is damaged, or no dictionary.</exception>
    public BlittableDictionary? Load(ParseResult parsed) => parsed.GetValue(this) is { } path ? BlittableDictionary.Load(File.ReadAllBytes(path)) : null;
}
