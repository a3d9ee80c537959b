using System.Buffers;

namespace Blittable.Cli;

/// <summary>Tells JSON texts from documents, and measures them.</summary>
internal static class JsonText
{
    /// <summary>Determines whether bytes are an object or an array of JSON by their first and last characters, which no document has.</summary>
    public static bool LooksLikeJson(ReadOnlySpan<byte> file) => file.Trim(" \t\r\n"u8) is [(byte)'{', .., (byte)'}'] or [(byte)'[', .., (byte)']'];

    /// <summary>Measures the JSON of a document without white space, in bytes.</summary>
    public static long MinifiedLength(BlittableDocument document)
    {
        var counter = new CountingWriter();
        document.Root.WriteJson(counter);
        return counter.Written;
    }

    /// <summary>Counts what is written and forgets it.</summary>
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
