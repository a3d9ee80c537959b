namespace Blittable.Arrow.Writing;

/// <summary>Writes rows as lines of JSON, with only the escapes that JSON requires. Not thread-safe.</summary>
/// <param name="output">The output.</param>
internal sealed class LineWriter(Stream output) : IDisposable
{
    private readonly BlittableConverter _converter = new();

    /// <summary>Writes a row.</summary>
    public void Write(ReadOnlySpan<byte> json)
    {
        // The writer of System.Text.Json escapes characters beyond the Basic Multilingual Plane, such as emoji.
        if (json.IndexOf("\\u"u8) < 0 || !TryWriteUnescaped(json))
        {
            output.Write(json);
        }

        output.WriteByte((byte)'\n');
    }

    public void Dispose() => _converter.Dispose();

    private bool TryWriteUnescaped(ReadOnlySpan<byte> json)
    {
        ReadOnlySpan<byte> document;
        try
        {
            document = _converter.Convert(json);
        }
        catch (BlittableException)
        {
            // Only a row that is too deep, or has a lone surrogate within JSON, keeps its escapes.
            return false;
        }

        BlittableValue.Open(document).WriteJson(output);
        return true;
    }
}
