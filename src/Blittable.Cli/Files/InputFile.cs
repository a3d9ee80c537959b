namespace Blittable.Cli;

/// <summary>An input file or standard input.</summary>
/// <param name="Path">The path to open and to show in messages, or <c>-</c> for standard input.</param>
/// <param name="Name">The path relative to the folder that was searched, to be recreated in an output folder.</param>
internal sealed record InputFile(string Path, string Name)
{
    public static readonly InputFile Standard = new("-", "stdin");

    public bool IsStandard => ReferenceEquals(this, Standard);

    /// <summary>Gets the content of a pipe that was already read, or null. A pipe can be read only once.</summary>
    public byte[]? PipeContent { get; init; }

    /// <summary>Gets a value that indicates whether the input is standard input or a pipe that was already read.</summary>
    public bool IsPipe => IsStandard || PipeContent is not null;

    /// <summary>Gets the length of the file, or 0 if it is unknown.</summary>
    public long Length => IsStandard ? 0 : new FileInfo(FileReplacement.Resolve(Path)) is { Exists: true } file ? file.Length : 0;

    /// <summary>Opens the file for one sequential read.</summary>
    public Stream Open(CommandStreams streams) => IsStandard ? streams.Input
        : PipeContent is not null ? new MemoryStream(PipeContent)
        : new FileStream(Path, FileMode.Open, FileAccess.Read, FileShare.Read, bufferSize: 0, FileOptions.SequentialScan);
}
