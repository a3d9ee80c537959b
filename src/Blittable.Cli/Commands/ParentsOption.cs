using System.CommandLine;

namespace Blittable.Cli;

/// <summary>The option <c>--parents</c>, which creates missing output folders. Without it, they are an error, because typos are more likely.</summary>
internal sealed class ParentsOption : Option<bool>
{
    public ParentsOption()
        : base("--parents", "-p") => Description = "Create missing folders of the output path.";

    /// <summary>Requires that the folder of an output file exists or may be created.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="file">The output file.</param>
    /// <exception cref="UsageException">The folder does not exist.</exception>
    public void RequireFolderOf(ParseResult parsed, string file) => RequireFolder(Path.GetDirectoryName(Path.GetFullPath(file)), parsed.GetValue(this));

    /// <summary>Requires that a folder exists, for an output of a command without this option.</summary>
    /// <exception cref="UsageException">The folder does not exist.</exception>
    public static void RequireFolder(string? folder)
    {
        if (folder is not null && !Directory.Exists(folder) && !File.Exists(folder))
        {
            throw new UsageException($"The folder '{folder}' does not exist; create it first.");
        }
    }

    /// <summary>Requires that a folder exists or may be created.</summary>
    /// <exception cref="UsageException">The folder does not exist.</exception>
    public static void RequireFolder(string? folder, bool mayBeMade)
    {
        // A file in place of the folder is an I/O error, which is reported when the output is written.
        if (!mayBeMade && folder is not null && !Directory.Exists(folder) && !File.Exists(folder))
        {
            throw new UsageException($"The folder '{folder}' does not exist; use '--parents' to create it.");
        }
    }
}
