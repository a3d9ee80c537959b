using Blittable.Collections;
using Blittable.Collections.Storage;

namespace Blittable.Cli;

/// <summary>Standard output, a device, or a file that is created atomically.</summary>
internal sealed class OutputFile : IDisposable
{
    private const int BufferSize = 1 << 16;

    private readonly FileReplacement? _replacement;
    private readonly FileStream? _file;
    private readonly bool _leaveOpen;

    private OutputFile(Stream stream, bool leaveOpen)
    {
        Stream = stream;
        _leaveOpen = leaveOpen;
    }

    private OutputFile(FileStream file, FileReplacement replacement, string path)
        : this(new LimitedOutput(file, path), leaveOpen: false)
    {
        _file = file;
        _replacement = replacement;
    }

    /// <summary>Gets the stream to write to.</summary>
    public Stream Stream { get; }

    /// <summary>Creates a file. Creates its folder if it does not exist.</summary>
    /// <param name="target">A file or a device.</param>
    public static OutputFile Create(OutputTarget target)
    {
        if (FileReplacement.OpenSpecial(target.Path) is { } special)
        {
            return new OutputFile(new BufferedStream(special, BufferSize), leaveOpen: false);
        }

        var replacement = FileReplacement.Of(target);
        try
        {
            var file = replacement.Create(path => new FileStream(path, FileMode.CreateNew, FileAccess.Write, FileShare.None, BufferSize));
            return new OutputFile(file, replacement, target.Path);
        }
        catch
        {
            replacement.Dispose();
            throw;
        }
    }

    /// <summary>Writes to standard output, which stays open.</summary>
    public static OutputFile Over(Stream standard) => new(new BufferedStream(standard, BufferSize), leaveOpen: true);

    /// <summary>Completes the file and replaces an existing one.</summary>
    public void Commit()
    {
        Stream.Flush();
        if (_file is not null)
        {
            DurableFile.Flush(_file);
            Stream.Dispose();
            _replacement!.Commit();
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

        try
        {
            // Writes the rest of the buffer, which fails again on a full disk.
            Stream.Dispose();
        }
        finally
        {
            _replacement?.Dispose();
        }
    }
}
