using Blittable.Collections.Storage;

namespace Blittable.Cli;

/// <summary>Writes to a file, and reports by its name that it exceeds the limit of its file system or of the process.</summary>
/// <param name="file">The file, which is disposed with this stream.</param>
/// <param name="path">The path that the user specified, or null for standard output.</param>
internal sealed class LimitedOutput(Stream file, string? path) : Stream
{
    public override bool CanRead => false;

    public override bool CanSeek => file.CanSeek;

    public override bool CanWrite => file.CanWrite;

    public override long Length => file.Length;

    public override long Position
    {
        get => file.Position;
        set => file.Position = value;
    }

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        try
        {
            file.Write(buffer);
        }
        catch (ArgumentOutOfRangeException fault) when (FileLimit.IsReached(fault))
        {
            throw FileLimit.ErrorOf(path, fault);
        }
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void WriteByte(byte value) => Write([value]);

    public override void Flush()
    {
        try
        {
            file.Flush();
        }
        catch (ArgumentOutOfRangeException fault) when (FileLimit.IsReached(fault))
        {
            throw FileLimit.ErrorOf(path, fault);
        }
    }

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => file.Seek(offset, origin);

    public override void SetLength(long value) => file.SetLength(value);

    protected override void Dispose(bool disposing)
    {
        try
        {
            if (disposing)
            {
                // Writes the rest of the buffer.
                file.Dispose();
            }
        }
        catch (ArgumentOutOfRangeException fault) when (FileLimit.IsReached(fault))
        {
            throw FileLimit.ErrorOf(path, fault);
        }
        finally
        {
            base.Dispose(disposing);
        }
    }
}
