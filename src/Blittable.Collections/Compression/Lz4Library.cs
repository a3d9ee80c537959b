namespace Blittable.Collections;

/// <summary>The block format of LZ4, by the system's liblz4.</summary>
internal sealed unsafe class Lz4Library
{
    private readonly delegate* unmanaged[Cdecl]<byte*, byte*, int, int, int> _compress;
    private readonly delegate* unmanaged[Cdecl]<byte*, byte*, int, int, int> _decompress;

    private Lz4Library(nint compress, nint decompress)
    {
        _compress = (delegate* unmanaged[Cdecl]<byte*, byte*, int, int, int>)compress;
        _decompress = (delegate* unmanaged[Cdecl]<byte*, byte*, int, int, int>)decompress;
    }

    /// <summary>The library, or null where it is not there.</summary>
    public static Lz4Library? Instance { get; } = Load();

    public bool TryCompress(ReadOnlySpan<byte> block, Span<byte> destination, out int written)
    {
        fixed (byte* from = block, to = destination)
        {
            // Zero says that the room was too small.
            written = _compress(from, to, block.Length, destination.Length);
            return written > 0;
        }
    }

    /// <returns>The bytes restored; negative where the input is damaged.</returns>
    public int Decompress(ReadOnlySpan<byte> compressed, Span<byte> block)
    {
        fixed (byte* from = compressed, to = block)
        {
            return _decompress(from, to, compressed.Length, block.Length);
        }
    }

    private static Lz4Library? Load()
    {
        var library = NativeCodec.Load("liblz4.so.1", "liblz4.1.dylib", "liblz4.dll");
        var compress = NativeCodec.Function(library, "LZ4_compress_default");
        var decompress = NativeCodec.Function(library, "LZ4_decompress_safe");
        return compress == 0 || decompress == 0 ? null : new Lz4Library(compress, decompress);
    }
}
