using Blittable.Collections;

namespace Blittable.Cli;

/// <summary>Files that are collections.</summary>
internal static class CollectionFormat
{
    public const string Extension = ".blic";

    /// <summary>Whether an input is one, by its name.</summary>
    public static bool IsCollection(InputFile input) => string.Equals(Path.GetExtension(input.Path), Extension, StringComparison.OrdinalIgnoreCase);

    public static CollectionReader Open(InputFile input) => input.IsStandard
        ? throw new UsageException("A collection is read in many places at once; the standard input cannot be one.")
        : CollectionReader.Open(input.Path);
}
