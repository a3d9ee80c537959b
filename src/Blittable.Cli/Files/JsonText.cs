using System.Buffers;

namespace Blittable.Cli;

/// <summary>Distinguishes JSON texts from documents, and measures them.</summary>
internal static class JsonText
{
    /// <summary>Gets the options for text that is only shown: a value that JSON cannot represent, such as NaN, is shown as a string.</summary>
    public static BlittableJsonOptions Shown { get; } = new() { NotJson = BlittableNotJson.String };

    /// <summary>Gets the options for text that is only measured: a value that JSON cannot represent counts as null.</summary>
    public static BlittableJsonOptions WithNulls { get; } = new() { NotJson = BlittableNotJson.Null };

    /// <summary>Determines whether bytes are a JSON object or array by the first and last characters, which no document has.</summary>
    public static bool LooksLikeJson(ReadOnlySpan<byte> file) => file.Trim(" \t\r\n"u8) is [(byte)'{', .., (byte)'}'] or [(byte)'[', .., (byte)']'];

    /// <summary>Creates the exception for a document of a collection that has no JSON text.</summary>
    /// <param name="row">The row of the document.</param>
    /// <param name="fault">The exception, which names the path of the value.</param>
    public static BlittableException FaultOf(long row, BlittableException fault) => new(fault.Code, $"Row {row}: {fault.Message}", fault.Offset, innerException: fault);

    /// <summary>Reads the JSON text of a file: decompressed, as UTF-8 and without a byte order mark.</summary>
    /// <returns>The text, or null if the file is neither named nor formed like JSON; and the input to read in this case.</returns>
    /// <exception cref="BlittableException">The text is damaged.</exception>
    /// <exception cref="UsageException">The file has several texts, or none.</exception>
    public static async Task<(ReadOnlyMemory<byte>? Json, InputFile Input)> ReadAsync(InputFile input, Action<long> onRead, CancellationToken cancellation)
    {
        if (input.IsStandard)
        {
            return (null, input);
        }

        var file = await File.ReadAllBytesAsync(input.Path, cancellation);
        if (!TextInput.IsNamedLikeJson(input) && !LooksLikeJson(file))
        {
            return (null, input.Length > 0 ? input : input with { PipeContent = file });
        }

        onRead(file.Length);
        List<ReadOnlyMemory<byte>> texts = [];
        await foreach (var text in BlittableTexts.ReadAsync(
            new MemoryStream(file), TextInput.OptionsFor(input, JsonFormat.Auto) with { SplitArrays = false }, cancellation))
        {
            texts.Add(text.ToArray());
        }

        return texts is [var only] ? (only, input) : throw new UsageException(
            $"'{input.Path}' has {Figures.Of(texts.Count, "JSON text")}; only files with one can be shown or compared. Use 'blittable pack' to create a collection.",
            isOfInput: true);
    }

    /// <summary>Returns the size in bytes of a document as minified JSON.</summary>
    public static long MinifiedLength(BlittableDocument document)
    {
        var counter = new CountingWriter();
        document.Root.WriteJson(counter, WithNulls);
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
