using Blittable.Columns;

namespace Blittable.Collections.Tests.Columns;

/// <summary>Bytes cut short, and bytes with a bit turned or a byte replaced, all the way through.</summary>
internal static class DamagedChunks
{
    /// <summary>Reads every damaged form; nothing but <see cref="BlittableException"/> may come of it.</summary>
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
                // A declared row count may be anything within the limit; large ones only cost time here.
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
                    // Refused, as it may be.
                }
            }
        }
    }
}
