namespace Blittable.Cli;

/// <summary>Writes a file with many documents; see <see cref="DocumentFormat"/>.</summary>
internal sealed class DocumentFileWriter
{
    private readonly Stream _stream;

    public DocumentFileWriter(Stream stream)
    {
        _stream = stream;
        stream.Write(DocumentFormat.Magic);
        Length = DocumentFormat.Magic.Length;
    }

    /// <summary>Gets the number of documents written so far.</summary>
    public long Count { get; private set; }

    /// <summary>Gets the number of bytes written so far.</summary>
    public long Length { get; private set; }

    public void Write(ReadOnlySpan<byte> document)
    {
        Span<byte> head = stackalloc byte[DocumentFormat.MaxLengthSize];
        var size = 0;
        for (var rest = (uint)document.Length; ; rest >>= 7)
        {
            if (rest < 0x80)
            {
                head[size++] = (byte)rest;
                break;
            }

            head[size++] = (byte)(rest | 0x80);
        }

        _stream.Write(head[..size]);
        _stream.Write(document);
        Length += size + document.Length;
        Count++;
    }
}
