namespace Blittable.Crash.Simulation;

/// <summary>A file's bytes as the disk has them for certain, and the writes since its last flush, of which the disk may have any.</summary>
internal sealed class SimulatedFile
{
    /// <summary>What a disk writes as a whole or not at all.</summary>
    private const int Sector = 512;

    private readonly List<(long Offset, byte[] Bytes)> _unflushed = [];
    private byte[] _flushed = [];

    public void Write(long offset, byte[] bytes) => _unflushed.Add((offset, bytes));

    /// <summary>A flush: the disk has everything.</summary>
    public void Flush()
    {
        foreach (var (offset, bytes) in _unflushed)
        {
            Put(ref _flushed, offset, bytes);
        }

        _unflushed.Clear();
    }

    /// <summary>A flush that failed: what was written since the last one is never written again.</summary>
    public void Drop() => _unflushed.Clear();

    /// <summary>What a loss of power leaves.</summary>
    public byte[] AfterPowerCut(Random random)
    {
        var file = (byte[])_flushed.Clone();
        var mode = random.Next(4);
        var writes = _unflushed.ToArray();
        if (mode == 0)
        {
            // Nothing but what was flushed.
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
