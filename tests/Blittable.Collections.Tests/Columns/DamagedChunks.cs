using Blittable.Columns;

namespace Blittable.Collections.Tests.Columns;

/// <summary>Truncates chunks at many lengths, and flips bits and replaces bytes at many positions.</summary>
internal static class DamagedChunks
{
    /// <summary>Reads every damaged chunk. The only exception allowed is <see cref="BlittableException"/>.</summary>
    public static void Check(byte[] chunk, Action<byte[]> read)
    {
        read(chunk);
        for (var length = 0; length < chunk.Length; length += 1 + (length / 64))
        {
            Assert.Throws<BlittableException>(() => read(chunk[..length]));
        }

        for (var at = 0; at < chunk.Length; at += 1 + (at / 128))
        {
            foreach (var damage in (byte[])(at % 2 == 0 ? [0x01, 0x80, 0xFF] : [0x10, 0xFF]))
            {
                // A declared row count may be anything up to the limit. Large counts only cost time here.
                if (at is 6 or 7)
                {
                    continue;
                }

                var damaged = (byte[])chunk.Clone();
                damaged[at] ^= damage;
                try
                {
                    read(damaged);
                }
                catch (BlittableException)
                {
                    // The damage was detected, which is allowed.
                }
            }
        }
    }
}
