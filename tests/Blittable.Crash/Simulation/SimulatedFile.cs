namespace Blittable.Crash.Simulation;

/// <summary>The durable bytes of a file, and the writes since its last flush, any of which the disk may have.</summary>
internal sealed class SimulatedFile
{
    /// <summary>The unit that a disk writes atomically.</summary>
    private const int Sector = 512;

    private readonly List<(long Offset, byte[] Bytes)> _unflushed = [];
    private byte[] _flushed = [];

    public void Write(long offset, byte[] bytes) => _unflushed.Add((offset, bytes));

    /// <summary>Simulates a flush, after which all bytes are durable.</summary>
    public void Flush()
    {
        foreach (var (offset, bytes) in _unflushed)
        {
            Put(ref _flushed, offset, bytes);
        }

        _unflushed.Clear();
    }

    /// <summary>Simulates a failed flush, after which the writes since the last flush are never written again.</summary>
    public void Drop() => _unflushed.Clear();

    /// <summary>Returns the bytes that a power failure leaves.</summary>
    public byte[] AfterPowerCut(Random random)
    {
        var file = (byte[])_flushed.Clone();
        var mode = random.Next(4);
        var writes = _unflushed.ToArray();
        if (mode == 0)
        {
            // Only the flushed bytes.
            return file;
        }

        if (mode == 1)
        {
            random.Shuffle(writes);
        }

        var share = mode == 3 ? 1 : random.NextDouble();
        foreach (var (offset, bytes) in writes)
        {
            for (long start = offset, end; start < offset + bytes.Length; start = end)
            {
                end = Math.Min(((start / Sector) + 1) * Sector, offset + bytes.Length);
                if (random.NextDouble() < share)
                {
                    Put(ref file, start, bytes.AsSpan((int)(start - offset), (int)(end - start)));
                }
            }
        }

        return file;
    }

    private static void Put(ref byte[] file, long offset, ReadOnlySpan<byte> bytes)
    {
        if (file.Length < offset + bytes.Length)
        {
            Array.Resize(ref file, (int)(offset + bytes.Length));
        }

        bytes.CopyTo(file.AsSpan((int)offset));
    }
}
