namespace Blittable.Arrow.Reading;

/// <summary>Reads from a stream with some change.</summary>
/// <param name="input">The stream. It is left open.</param>
internal abstract class WrappedInput(Stream input) : Stream
{
    public override bool CanRead => Input.CanRead;

    public override bool CanSeek => Input.CanSeek;

    public override bool CanWrite => false;

    public override long Length => Input.Length;

    public override long Position
    {
        get => Input.Position;
        set => Seek(value, SeekOrigin.Begin);
    }

    protected Stream Input { get; } = input;

    public abstract override int Read(Span<byte> buffer);

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override long Seek(long offset, SeekOrigin origin) => Input.Seek(offset, origin);

    public override void Flush()
    {
        // Nothing is written.
    }

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
