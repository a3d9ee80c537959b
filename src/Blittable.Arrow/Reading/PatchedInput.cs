namespace Blittable.Arrow.Reading;

/// <summary>Reads a stream in which some bytes are replaced.</summary>
/// <param name="input">The stream. It is left open.</param>
/// <param name="start">The position of the replaced bytes.</param>
/// <param name="patch">The bytes that replace them.</param>
internal sealed class PatchedInput(Stream input, long start, byte[] patch) : WrappedInput(input)
{
    public override int Read(Span<byte> buffer)
    {
        var position = Input.Position;
        var count = Input.Read(buffer);
        var from = Math.Max(position, start);
        var to = Math.Min(position + count, start + patch.Length);
        if (from < to)
        {
            patch.AsSpan((int)(from - start), (int)(to - from)).CopyTo(buffer[(int)(from - position)..]);
        }

        return count;
    }
}
