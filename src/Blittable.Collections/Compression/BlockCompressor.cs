using System.IO.Compression;
using Blittable.Format;

namespace Blittable.Collections;

/// <summary>Compresses and restores single blocks. What does not shrink is not compressed: the caller keeps it as it is.</summary>
internal static class BlockCompressor
{
    /// <summary>Brotli at this level is about as fast as the others at theirs.</summary>
    private const int BrotliQuality = 4;
    private const int BrotliWindow = 22;

    /// <summary>Whether blocks can be compressed and restored so on this machine.</summary>
    public static bool IsAvailable(BlockCompression compression) => compression switch
    {
        BlockCompression.None or BlockCompression.Brotli => true,
        BlockCompression.Zstandard => ZstandardLibrary.Instance is not null,
        BlockCompression.Lz4 => Lz4Library.Instance is not null,
        _ => false,
    };

    /// <summary>Compresses a block.</summary>
    /// <param name="compression">How.</param>
    /// <param name="block">The block.</param>
    /// <param name="destination">Room; a block that would take more is not compressed, so give less than its own size.</param>
    /// <param name="written">The bytes written.</param>
    /// <returns>False where the block does not fit the room, and for <see cref="BlockCompression.None"/>.</returns>
    /// <exception cref="BlittableException">The system's library is not there.</exception>
    public static bool TryCompress(BlockCompression compression, ReadOnlySpan<byte> block, Span<byte> destination, out int written)
    {
        written = 0;
        switch (compression)
        {
            case BlockCompression.None:
                return false;
            case BlockCompression.Brotli:
                return BrotliEncoder.TryCompress(block, destination, out written, BrotliQuality, BrotliWindow);
            case BlockCompression.Zstandard:
                return (ZstandardLibrary.Instance ?? throw Missing(compression)).TryCompress(block, destination, out written);
            case BlockCompression.Lz4:
                return (Lz4Library.Instance ?? throw Missing(compression)).TryCompress(block, destination, out written);
            default:
                throw new ArgumentOutOfRangeException(nameof(compression), compression, "There is no such compression.");
        }
    }

    /// <summary>Restores a block, which must fill its room exactly.</summary>
    /// <exception cref="BlittableException">
    /// The bytes are damaged or of another size, the compression is unknown, or the system's library is not there.
    /// </exception>
    public static void Decompress(BlockCompression compression, ReadOnlySpan<byte> compressed, Span<byte> block)
    {
        var restored = compression switch
        {
            BlockCompression.Brotli => BrotliDecoder.TryDecompress(compressed, block, out var written) ? written : -1,
            BlockCompression.Zstandard => (ZstandardLibrary.Instance ?? throw Missing(compression)).Decompress(compressed, block),
            BlockCompression.Lz4 => (Lz4Library.Instance ?? throw Missing(compression)).Decompress(compressed, block),
            _ => throw new BlittableException(BlittableErrorCode.UnsupportedVersion, $"Expected a compression of 1 to 3, found {(int)compression}."),
        };
        if (restored != block.Length)
        {
            ThrowHelper.InvalidData($"a {compression} block of {block.Length} bytes", restored < 0 ? "damaged bytes" : $"one of {restored} bytes");
        }
    }

    private static BlittableException Missing(BlockCompression compression) => new(
        BlittableErrorCode.InvalidOperation,
        $"{compression} needs the system's {(compression == BlockCompression.Lz4 ? "liblz4 (package liblz4-1)" : "libzstd (package libzstd1)")}, "
        + $"which could not be loaded; {BlockCompression.Brotli} needs none.");
}
