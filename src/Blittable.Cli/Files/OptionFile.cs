namespace Blittable.Cli;

/// <summary>Reads files that an option or an argument names.</summary>
internal static class OptionFile
{
    /// <summary>Reads all bytes of a file.</summary>
    /// <param name="path">The path of the file.</param>
    /// <param name="option">The option or argument, for the error message.</param>
    /// <exception cref="IOException">The file does not exist or cannot be read.</exception>
    public static byte[] Read(string path, string option)
    {
        try
        {
            return File.ReadAllBytes(path);
        }
        catch (Exception fault) when (fault is FileNotFoundException or DirectoryNotFoundException)
        {
            throw new FileNotFoundException($"'{option}': File not found: '{path}'.", fault);
        }
    }

    /// <summary>Reads a JSON Patch or a JSON Merge Patch, without a byte order mark.</summary>
    /// <param name="path">The path of the file, or <c>-</c> for standard input.</param>
    /// <param name="option">The option or argument, for the error message.</param>
    /// <param name="streams">The streams of the command.</param>
    /// <returns>The JSON, and whether it is a list of operations.</returns>
    /// <exception cref="UsageException">The file is neither an array nor an object. A merge patch that is a scalar would replace whole documents.</exception>
    /// <exception cref="IOException">The file does not exist or cannot be read.</exception>
    public static (byte[] Json, bool IsOperations) ReadPatch(string path, string option, CommandStreams streams)
    {
        var file = (path == InputFile.Standard.Path ? ReadStandard(streams) : Read(path, option)).AsSpan();
        file = file.StartsWith("\uFEFF"u8) ? file[3..] : file;
        return file.TrimStart(" \t\r\n"u8) is [var first, ..] && first is (byte)'[' or (byte)'{'
            ? (file.ToArray(), first == '[')
            : throw new UsageException($"'{option}' requires JSON: an array of operations (RFC 6902) or an object with changes (RFC 7396), which '{path}' is not.");
    }

    private static byte[] ReadStandard(CommandStreams streams)
    {
        using var input = new MemoryStream();
        streams.Input.CopyTo(input);
        return input.ToArray();
    }
}
