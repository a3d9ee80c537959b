using System.Buffers;

namespace Blittable.Cli;

/// <summary>Distinguishes JSON texts from documents, and measures them.</summary>
internal static class JsonText
{
    /// <summary>Determines whether bytes are a JSON object or array by the first and last characters, which no document has.</summary>
    public static bool LooksLikeJson(ReadOnlySpan<byte> file) => file.Trim(" \t\r\n"u8) is [(byte)'{', .., (byte)'}'] or [(byte)'[', .., (byte)']'];

    /// <summary>Returns the size in bytes of a document as minified JSON.</summary>
    public static long MinifiedLength(BlittableDocument document)
    {
        var counter = new CountingWriter();
        document.Root.WriteJson(counter);
        return counter.Written;
    }

    /// <summary>Counts the bytes written and discards them.</summary>
    private sealed class CountingWriter : IBufferWriter<byte>
    {
        private byte[] _buffer = new byte[1 << 16];

        public long Written { get; private set; }

        public void Advance(int count) => Written += count;

        public Memory<byte> GetMemory(int sizeHint = 0)
        {
            if (sizeHint > _buffer.Length)
            {
                _buffer = new byte[sizeHint];
            }

            return _buffer;
        }

        public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
    }
}
