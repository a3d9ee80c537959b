namespace Blittable.Collections;

/// <summary>Zstandard frames (RFC 8878), by the system's libzstd.</summary>
internal sealed unsafe class ZstandardLibrary
{
    /// <summary>The library's own default.</summary>
    private const int Level = 3;

    private readonly delegate* unmanaged[Cdecl]<byte*, nuint, byte*, nuint, int, nuint> _compress;
    private readonly delegate* unmanaged[Cdecl]<byte*, nuint, byte*, nuint, nuint> _decompress;
    private readonly delegate* unmanaged[Cdecl]<nuint, uint> _isError;

    private ZstandardLibrary(nint compress, nint decompress, nint isError)
    {
        _compress = (delegate* unmanaged[Cdecl]<byte*, nuint, byte*, nuint, int, nuint>)compress;
        _decompress = (delegate* unmanaged[Cdecl]<byte*, nuint, byte*, nuint, nuint>)decompress;
        _isError = (delegate* unmanaged[Cdecl]<nuint, uint>)isError;
    }

    /// <summary>The library, or null where it is not there.</summary>
    public static ZstandardLibrary? Instance { get; } = Load();

    public bool TryCompress(ReadOnlySpan<byte> block, Span<byte> destination, out int written)
    {
        fixed (byte* from = block, to = destination)
        {
            // The only error that a block can cause is that the room was too small.
            var size = _compress(to, (nuint)destination.Length, from, (nuint)block.Length, Level);
            written = _isError(size) != 0 ? 0 : (int)size;
            return written > 0;
        }
    }

    /// <returns>The bytes restored; negative where the input is damaged.</returns>
    public int Decompress(ReadOnlySpan<byte> compressed, Span<byte> block)
    {
        fixed (byte* from = compressed, to = block)
        {
            var size = _decompress(to, (nuint)block.Length, from, (nuint)compressed.Length);
            return _isError(size) != 0 ? -1 : (int)size;
        }
    }

    private static ZstandardLibrary? Load()
    {
        var library = NativeCodec.Load("libzstd.so.1", "libzstd.1.dylib", "libzstd.dll");
        var compress = NativeCodec.Function(library, "ZSTD_compress");
        var decompress = NativeCodec.Function(library, "ZSTD_decompress");
        var isError = NativeCodec.Function(library, "ZSTD_isError");
        return compress == 0 || decompress == 0 || isError == 0 ? null : new ZstandardLibrary(compress, decompress, isError);
    }
}
