namespace Blittable.Cli;

/// <summary>
/// The standard output, or a file that appears under its name when it is complete and not before: it is written beside its target, then renamed.
/// </summary>
internal sealed class OutputFile : IDisposable
{
    private const int BufferSize = 1 << 16;

    private readonly string? _target;
    private readonly string? _temporary;
    private bool _committed;

    private OutputFile(Stream stream, string? target, string? temporary)
    {
        Stream = stream;
        _target = target;
        _temporary = temporary;
    }

    /// <summary>What to write to.</summary>
    public Stream Stream { get; }

    /// <summary>Starts to write a file, in a folder that is made if it is not there.</summary>
    public static OutputFile Create(string target)
    {
        var temporary = TemporaryFor(target);
        return new OutputFile(new FileStream(temporary, FileMode.CreateNew, FileAccess.Write, FileShare.None, BufferSize), target, temporary);
    }

    /// <summary>A name beside a file that is to be written, in a folder that is made if it is not there.</summary>
    public static string TemporaryFor(string target)
    {
        if (Path.GetDirectoryName(Path.GetFullPath(target)) is { } folder)
        {
            Directory.CreateDirectory(folder);
        }

        return $"{target}.{Path.GetRandomFileName()}";
    }

    /// <summary>Writes to the standard output, which stays open.</summary>
    public static OutputFile Over(Stream standard) => new(new BufferedStream(standard, BufferSize), null, null);

    /// <summary>Puts the file in its place, over one that may be there.</summary>
    public void Commit()
    {
        Stream.Flush();
        if (_temporary is not null)
        {
            Stream.Dispose();
            File.Move(_temporary, _target!, overwrite: true);
        }

        _committed = true;
    }

    /// <summary>Removes the file, unless it was committed.</summary>
    public void Dispose()
    {
        if (_temporary is null)
        {
            // What a terminal or a pipe has been sent cannot be taken back.
            Stream.Flush();
            return;
        }

        Stream.Dispose();
        if (!_committed)
        {
            File.Delete(_temporary);
        }
    }
}
