using System.IO.Compression;
using Blittable.Layout;
using K4os.Compression.LZ4;
using Compressor = ZstdSharp.Compressor;
using Decompressor = ZstdSharp.Decompressor;
using ZstdException = ZstdSharp.ZstdException;

namespace Blittable.Collections.Storage;

/// <summary>Compresses and decompresses single blocks. A block that does not shrink is not compressed: the caller stores it as it is.</summary>
/// <remarks>All codecs are managed code, so files are portable between machines.</remarks>
internal static class BlockCompressor
{
    /// <summary>At this level, Brotli is about as fast as the other codecs at their levels.</summary>
    private const int BrotliQuality = 4;
    private const int BrotliWindow = 22;

    /// <summary>The default level of the reference implementation.</summary>
    private const int ZstandardLevel = 3;

    // Their working memory is expensive to allocate, and a thread uses only one of each at a time.
    [ThreadStatic]
    private static Compressor? s_zstandardCompressor;
    [ThreadStatic]
    private static Decompressor? s_zstandardDecompressor;

    /// <summary>Compresses a block.</summary>
    /// <param name="compression">The compression.</param>
    /// <param name="block">The block.</param>
    /// <param name="destination">Receives the compressed block. A block that does not fit is not compressed, so pass fewer bytes than the length of the
    /// block.</param>
    /// <param name="written">The number of bytes written.</param>
    /// <returns>False if the block does not fit in the destination, or for <see cref="BlockCompression.None"/>.</returns>
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
                return (s_zstandardCompressor ??= new Compressor(ZstandardLevel)).TryWrap(block, destination, out written);
            case BlockCompression.Lz4:
                written = Math.Max(0, LZ4Codec.Encode(block, destination, LZ4Level.L00_FAST));
                return written > 0;
            default:
                throw new ArgumentOutOfRangeException(nameof(compression), compression, "The compression is not supported.");
        }
    }

    /// <summary>Decompresses a block. Its decompressed size must equal the length of the destination.</summary>
    /// <exception cref="BlittableException">The bytes are damaged or decompress to another size, or the compression is unknown.</exception>
    public static void Decompress(BlockCompression compression, ReadOnlySpan<byte> compressed, Span<byte> block)
    {
        var restored = compression switch
        {
            BlockCompression.Brotli => BrotliDecoder.TryDecompress(compressed, block, out var written) ? written : -1,
            BlockCompression.Zstandard => DecompressZstandard(compressed, block),
            BlockCompression.Lz4 => LZ4Codec.Decode(compressed, block),
            _ => throw new BlittableException(
                BlittableErrorCode.UnsupportedVersion, $"The compression {(int)compression} is unknown; this library supports 1 to 3."),
        };
        if (restored != block.Length)
        {
            ThrowHelper.InvalidData($"a {compression} block of {block.Length} bytes", restored < 0 ? "damaged bytes" : $"{restored} bytes");
        }
    }

    private static int DecompressZstandard(ReadOnlySpan<byte> compressed, Span<byte> block)
    {
        try
        {
            return (s_zstandardDecompressor ??= new Decompressor()).TryUnwrap(compressed, block, out var written) ? written : -1;
        }
        catch (ZstdException)
        {
            return -1;
        }
    }
}
