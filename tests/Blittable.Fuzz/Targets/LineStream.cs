using System.Text;
using Blittable.Fuzz.Running;

namespace Blittable.Fuzz.Targets;

/// <summary>A stream that takes lines of JSON, each in a write of its own, and parses them. It takes no more than some megabytes, as a batch can have any number of rows.</summary>
internal sealed class LineStream : MemoryStream
{
    private const long MaxBytes = 4 << 20;

    private long _bytes;

    /// <summary>Gets the number of lines.</summary>
    public long Count { get; private set; }

    /// <summary>Gets a value that indicates whether the stream takes no more.</summary>
    public bool IsFull => _bytes > MaxBytes;

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        _bytes += buffer.Length;
        if (IsFull)
        {
            throw new IOException("The stream is full.");
        }

        try
        {
            // The grammar of a JSON column allows half of a surrogate pair as an escape.
            using var document = BlittableDocument.Parse(buffer);
        }
        catch (BlittableException fault) when (fault.Code != BlittableErrorCode.InvalidEscape)
        {
            throw new FuzzFailure($"A row is no JSON: {fault.Message} {Encoding.UTF8.GetString(buffer)}", fault);
        }
        catch (BlittableException)
        {
        }
    }

    public override void WriteByte(byte value) => Count++;
}
