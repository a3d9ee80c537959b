using Microsoft.Win32.SafeHandles;

namespace Blittable.Cli;

/// <summary>Opens the standard streams of the process. If the process was started without one, such as after <c>&lt;&amp;-</c>, using it throws an
/// exception.</summary>
internal static class StandardStreams
{
    private const int Input = 0, Output = 1, Error = 2;
    private const string FlagsKey = "flags:";

    /// <summary>The flag of a descriptor that is closed when a program is started (<c>O_CLOEXEC</c>).</summary>
    private const long CloseOnStart = 0x80000;

    /// <summary>Opens standard input.</summary>
    public static Stream OpenInput() =>
        IsClosed(Input) ? new ClosedStream("Standard input is closed; redirect it from a file or a pipe.") : Console.OpenStandardInput();

    /// <summary>Opens standard output. Writing to a pipe whose other end is closed throws an exception.</summary>
    public static Stream OpenOutput()
    {
        if (OperatingSystem.IsWindows() || !Console.IsOutputRedirected)
        {
            return Console.OpenStandardOutput();
        }

        if (IsClosed(Output))
        {
            return new ClosedStream("Standard output is closed; redirect it to a file or a pipe.");
        }

        // The stream of the console ignores a closed pipe, so the command would process the rest of its input for nothing. It is still used
        // for files, because it updates their position for the next command of a shell group.
        var pipe = new FileStream(new SafeFileHandle(Output, ownsHandle: false), FileAccess.Write, bufferSize: 0);
        return pipe.CanSeek ? new LimitedOutput(Console.OpenStandardOutput(), path: null) : pipe;
    }

    /// <summary>Opens standard error, which does not report its own absence.</summary>
    public static TextWriter OpenError() => Console.IsErrorRedirected && IsClosed(Error) ? TextWriter.Null : Console.Error;

    /// <summary>Determines whether the process was started without a descriptor. The .NET runtime then uses the number for a file or pipe of its own, which must
    /// not be read or written. An inherited descriptor cannot have the flag.</summary>
    private static bool IsClosed(int descriptor)
    {
        if (!OperatingSystem.IsLinux())
        {
            return false;
        }

        try
        {
            foreach (var line in File.ReadLines($"/proc/self/fdinfo/{descriptor}"))
            {
                if (line.StartsWith(FlagsKey, StringComparison.Ordinal))
                {
                    return (Convert.ToInt64(line[FlagsKey.Length..].Trim(), 8) & CloseOnStart) != 0;
                }
            }

            return false;
        }
        catch (FileNotFoundException)
        {
            return true;
        }
        catch (Exception fault) when (fault is IOException or UnauthorizedAccessException or FormatException)
        {
            // Without /proc, the state is unknown.
            return false;
        }
    }

    private sealed class ClosedStream(string message) : Stream
    {
        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => true;

        public override long Length => throw new NotSupportedException();

        public override long Position
        {
            get => throw new NotSupportedException();
            set => throw new NotSupportedException();
        }

        public override int Read(byte[] buffer, int offset, int count) => throw new IOException(message);

        public override void Flush()
        {
        }

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new IOException(message);
    }
}
