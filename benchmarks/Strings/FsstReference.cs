using System.Runtime.InteropServices;

namespace Blittable.Benchmarks.Strings;

/// <summary>Wraps the original C++ implementation of FSST, with a table trained on all strings of a set.</summary>
/// <remarks>
/// The environment variable <c>BLITTABLE_FSST_LIB</c> contains the path of a shared library built from github.com/cwida/fsst. Its header decompresses strings
/// with an inline function, so the library needs an additional file:
/// <code>
/// #include "fsst.h"
/// extern "C" size_t fsst_restore(const fsst_decoder_t* decoder, size_t length, const unsigned char* codes, size_t room, unsigned char* text)
/// { return fsst_decompress(decoder, length, codes, room, text); }
///
/// g++ -O3 -march=native -std=c++17 -fPIC -shared -o libfsst.so libfsst.cpp fsst_avx512.cpp restore.cpp
/// </code>
/// </remarks>
internal sealed unsafe class FsstReference
{
    private const string Variable = "BLITTABLE_FSST_LIB";

    /// <summary>The size of <c>fsst_decoder_t</c> in bytes: version, a flag, 255 lengths, 255 symbols.</summary>
    private const int DecoderSize = 8 + 1 + 255 + (255 * 8);

    private readonly nint _encoder;
    private readonly byte* _decoder = (byte*)NativeMemory.Alloc(DecoderSize);
    private readonly delegate* unmanaged[SuppressGCTransition]<nint, nint, nint*, byte**, nint, byte*, nint*, byte**, nint> _compress;
    private readonly delegate* unmanaged[SuppressGCTransition]<byte*, nint, byte*, nint, byte*, nint> _restore;

    public FsstReference(StringSet strings)
    {
        var library = NativeLibrary.Load(Environment.GetEnvironmentVariable(Variable)!);
        _compress = (delegate* unmanaged[SuppressGCTransition]<nint, nint, nint*, byte**, nint, byte*, nint*, byte**, nint>)
            NativeLibrary.GetExport(library, "fsst_compress");
        _restore = (delegate* unmanaged[SuppressGCTransition]<byte*, nint, byte*, nint, byte*, nint>)NativeLibrary.GetExport(library, "fsst_restore");
        _encoder = Train(library, strings);

        // A struct of this size is returned through a hidden pointer before the other arguments.
        ((delegate* unmanaged<byte*, nint, void>)NativeLibrary.GetExport(library, "fsst_decoder"))(_decoder, _encoder);
    }

    public static bool IsAvailable => Environment.GetEnvironmentVariable(Variable) is { Length: > 0 };

    public int Compress(ReadOnlySpan<byte> text, Span<byte> destination)
    {
        fixed (byte* from = text)
        fixed (byte* to = destination)
        {
            nint length = text.Length, written;
            byte* source = from, start;
            _compress(_encoder, 1, &length, &source, destination.Length, to, &written, &start);
            return (int)written;
        }
    }

    public int Decompress(ReadOnlySpan<byte> codes, Span<byte> destination)
    {
        fixed (byte* from = codes)
        fixed (byte* to = destination)
        {
            return (int)_restore(_decoder, codes.Length, from, destination.Length, to);
        }
    }

    private static nint Train(nint library, StringSet strings)
    {
        var lengths = new nint[strings.Ends.Length];
        var starts = new nint[strings.Ends.Length];
        fixed (byte* text = strings.Text)
        fixed (nint* firstLength = lengths)
        fixed (nint* firstStart = starts)
        {
            var start = 0;
            for (var i = 0; i < lengths.Length; i++)
            {
                lengths[i] = strings.Ends[i] - start;
                starts[i] = (nint)(text + start);
                start = strings.Ends[i];
            }

            var create = (delegate* unmanaged<nint, nint*, byte**, int, nint>)NativeLibrary.GetExport(library, "fsst_create");
            return create(lengths.Length, firstLength, (byte**)firstStart, 0);
        }
    }
}
