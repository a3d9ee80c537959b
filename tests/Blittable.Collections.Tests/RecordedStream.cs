namespace Blittable.Collections.Tests;

/// <summary>Simulates a disk that loses unflushed sectors.</summary>
internal sealed class RecordedStream : MemoryStream
{
    private const int Sector = 512;

    private readonly List<(long Offset, byte[] Bytes)> _unflushed = [];
    private byte[] _flushed = [];

    public RecordedStream(ReadOnlySpan<byte> bytes = default)
    {
        Write(bytes);
        Flush();
        Flushes = 0;
    }

    public int Flushes { get; private set; }

    public bool IsFailing { get; set; }

    public bool IsFull { get; set; }

    /// <summary>The number of the flush that fails.</summary>
    public int FailsAt { get; set; }

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        if (IsFull)
        {
            throw new IOException("The disk is full.");
        }

        _unflushed.Add((Position, buffer.ToArray()));
        base.Write(buffer);
    }

    public override void Flush()
    {
        Flushes++;
        if (IsFailing || Flushes == FailsAt)
        {
            throw new IOException("The flush failed.");
        }

        _unflushed.Clear();
        _flushed = ToArray();
    }

    /// <summary>Returns the flushed bytes with some of the sectors written since.</summary>
    public byte[] CutPower(Random random)
    {
        var left = new MemoryStream();
        left.Write(_flushed);
        var share = random.Next(3) / 2.0;
        foreach (var (offset, bytes) in _unflushed)
        {
            for (long start = offset, end; start < offset + bytes.Length; start = end)
            {
                end = Math.Min(((start / Sector) + 1) * Sector, offset + bytes.Length);
                if (random.NextDouble() < share || random.Next(50) == 0)
                {
                    left.Position = start;
                    left.Write(bytes, (int)(start - offset), (int)(end - start));
                }
            }
        }

        return left.ToArray();
    }
}
