namespace Blittable.Cli;

/// <summary>Opens standard input.</summary>
internal static class StandardInput
{
    private const string DescriptorInformation = "/proc/self/fdinfo/0", FlagsKey = "flags:";

    /// <summary>The flag of a descriptor that is closed when a program is started (<c>O_CLOEXEC</c>).</summary>
    private const long CloseOnStart = 0x80000;

    /// <summary>Opens standard input. If the process has none, such as after <c>&lt;&amp;-</c>, reading from the stream throws an exception.</summary>
    public static Stream Open() => OperatingSystem.IsLinux() && IsClosed() ? new ClosedStream() : Console.OpenStandardInput();

    /// <summary>Determines whether the process was started without standard input. The .NET runtime then uses its descriptor for a pipe of its own, from which
    /// nothing can be read. An inherited descriptor cannot have the flag.</summary>
    private static bool IsClosed()
    {
        try
        {
            foreach (var line in File.ReadLines(DescriptorInformation))
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

    private sealed class ClosedStream : Stream
    {
        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => false;

        public override long Length => throw new NotSupportedException();

        public override long Position
        {
            get => throw new NotSupportedException();
            set => throw new NotSupportedException();
        }

        public override int Read(byte[] buffer, int offset, int count) => throw new IOException("Standard input is closed; redirect it from a file or a pipe.");

        public override void Flush()
        {
        }

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
    }
}
