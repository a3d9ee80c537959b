namespace Blittable.Collections.Tests;

/// <summary>Simulates a device whose reads fail once at a chosen point, for example because of a timeout.</summary>
internal sealed class UnreliableStream(byte[] bytes) : MemoryStream(bytes)
{
    private int _reads;
    private int _failsAt;

    /// <summary>Gets a value that indicates whether the chosen read has not happened yet.</summary>
    public bool IsWaiting => _reads < _failsAt;

    /// <summary>Chooses the read that fails, counted from now. Zero stands for none.</summary>
    public void FailAt(int read) => (_reads, _failsAt) = (0, read);

    // The base class reads with the other overload.
    public override int Read(Span<byte> buffer)
    {
        var part = new byte[buffer.Length];
        var read = Read(part, 0, part.Length);
        part.AsSpan(0, read).CopyTo(buffer);
        return read;
    }

    public override int Read(byte[] buffer, int offset, int count) =>
        ++_reads == _failsAt ? throw new IOException("The device reported an error.") : base.Read(buffer, offset, count);
}
