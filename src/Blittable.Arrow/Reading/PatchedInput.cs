namespace Blittable.Arrow.Reading;

/// <summary>Reads a stream in which some bytes are replaced.</summary>
/// <param name="input">The stream. It is left open.</param>
/// <param name="start">The position of the replaced bytes.</param>
/// <param name="patch">The bytes that replace them.</param>
internal sealed class PatchedInput(Stream input, long start, byte[] patch) : Stream
{
    public override bool CanRead => input.CanRead;

    public override bool CanSeek => input.CanSeek;

    public override bool CanWrite => false;

    public override long Length => input.Length;

    public override long Position
    {
        get => input.Position;
        set => input.Position = value;
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override int Read(Span<byte> buffer)
    {
        var position = input.Position;
        var count = input.Read(buffer);
        var from = Math.Max(position, start);
        var to = Math.Min(position + count, start + patch.Length);
        if (from < to)
        {
            patch.AsSpan((int)(from - start), (int)(to - from)).CopyTo(buffer[(int)(from - position)..]);
        }

        return count;
    }

    public override long Seek(long offset, SeekOrigin origin) => input.Seek(offset, origin);

    public override void Flush()
    {
        // Nothing is written.
    }

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
