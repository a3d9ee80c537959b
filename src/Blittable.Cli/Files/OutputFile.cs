using Blittable.Collections;
using Blittable.Collections.Storage;

namespace Blittable.Cli;

/// <summary>Standard output, a device, or a file that is created atomically.</summary>
internal sealed class OutputFile : IDisposable
{
    private const int BufferSize = 1 << 16;

    private readonly FileReplacement? _file;
    private readonly bool _leaveOpen;

    private OutputFile(Stream stream, FileReplacement? file, bool leaveOpen)
    {
        Stream = stream;
        _file = file;
        _leaveOpen = leaveOpen;
    }

    /// <summary>Gets the stream to write to.</summary>
    public Stream Stream { get; }

    /// <summary>Creates a file. Creates its folder if it does not exist.</summary>
    /// <param name="target">The path of a file or a device.</param>
    /// <param name="mayReplace">Whether an existing file may be overwritten.</param>
    /// <exception cref="UsageException">The file exists and must not be overwritten.</exception>
    public static OutputFile Create(string target, bool mayReplace = true)
    {
        if (FileReplacement.OpenSpecial(target) is { } special)
        {
            return new OutputFile(new BufferedStream(special, BufferSize), null, leaveOpen: false);
        }

        if (!mayReplace && File.Exists(target))
        {
            throw ReplaceOption.Refusal(target);
        }

        var file = FileReplacement.Of(target);
        var stream = file.Create(path => new FileStream(path, FileMode.CreateNew, FileAccess.Write, FileShare.None, BufferSize));
        return new OutputFile(stream, file, leaveOpen: false);
    }

    /// <summary>Writes to standard output, which stays open.</summary>
    public static OutputFile Over(Stream standard) => new(new BufferedStream(standard, BufferSize), null, leaveOpen: true);

    /// <summary>Completes the file and replaces an existing one.</summary>
    public void Commit()
    {
        Stream.Flush();
        if (_file is not null)
        {
            DurableFile.Flush((FileStream)Stream);
            Stream.Dispose();
            _file.Commit();
        }
    }

    /// <summary>Removes the file unless it was committed.</summary>
    public void Dispose()
    {
        if (_leaveOpen)
        {
            // Output to a terminal or a pipe cannot be undone.
            Stream.Flush();
            return;
        }

        Stream.Dispose();
        _file?.Dispose();
    }
}
