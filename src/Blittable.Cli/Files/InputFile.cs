namespace Blittable.Cli;

/// <summary>One file to read, or the standard input.</summary>
/// <param name="Path">The file as it is opened and named in messages; <c>-</c> for the standard input.</param>
/// <param name="Name">Its path below the folder that it was found in, which is kept in an output folder.</param>
internal sealed record InputFile(string Path, string Name)
{
    public static readonly InputFile Standard = new("-", "stdin");

    public bool IsStandard => ReferenceEquals(this, Standard);

    /// <summary>Its length, where that is known before it is read; otherwise 0.</summary>
    public long Length => IsStandard ? 0 : new FileInfo(Path) is { Exists: true } file ? file.Length : 0;

    /// <summary>Opens it to be read from start to end once.</summary>
    public Stream Open(CommandStreams streams) => IsStandard
        ? streams.Input
        : new FileStream(Path, FileMode.Open, FileAccess.Read, FileShare.Read, bufferSize: 0, FileOptions.SequentialScan);
}
