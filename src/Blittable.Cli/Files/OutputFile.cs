using Blittable.Collections;
using Blittable.Collections.Storage;

namespace Blittable.Cli;

/// <summary>The standard output, a device, or a file that appears under its name when it is complete and not before.</summary>
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

    /// <summary>What to write to.</summary>
    public Stream Stream { get; }

    /// <summary>Starts to write a file, in a folder that is made if it is not there.</summary>
    public static OutputFile Create(string target)
    {
        if (FileReplacement.OpenSpecial(target) is { } special)
        {
            return new OutputFile(new BufferedStream(special, BufferSize), null, leaveOpen: false);
        }

        var file = FileReplacement.Of(target);
        var stream = file.Create(path => new FileStream(path, FileMode.CreateNew, FileAccess.Write, FileShare.None, BufferSize));
        return new OutputFile(stream, file, leaveOpen: false);
    }

    /// <summary>Writes to the standard output, which stays open.</summary>
    public static OutputFile Over(Stream standard) => new(new BufferedStream(standard, BufferSize), null, leaveOpen: true);

    /// <summary>Puts the file in its place, over one that may be there.</summary>
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

    /// <summary>Removes the file, unless it was committed.</summary>
    public void Dispose()
    {
        if (_leaveOpen)
        {
            // What a terminal or a pipe has been sent cannot be taken back.
            Stream.Flush();
            return;
        }

        Stream.Dispose();
        _file?.Dispose();
    }
}
