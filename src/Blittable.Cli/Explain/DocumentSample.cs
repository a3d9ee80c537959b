using System.Buffers;
using System.Text.Json;

namespace Blittable.Cli;

/// <summary>Samples the first children of each container, so that a page can show the structure of a large document.</summary>
internal static class DocumentSample
{
    /// <summary>The maximum number of elements of an array.</summary>
    private const int MaxElements = 64;

    /// <summary>The maximum number of properties of an object.</summary>
    private const int MaxProperties = 512;

    /// <summary>The length beyond which strings are truncated.</summary>
    private const int MaxStringCharacters = 16_384;

    /// <summary>The depth below which containers are shown empty. The sample is converted again, and untrusted documents could overflow the stack.</summary>
    private const int MaxDepth = 500;

    /// <summary>A value that JSON cannot represent, such as NaN, is shown as a string.</summary>
    private static readonly BlittableJsonOptions s_shown = new() { NotJson = BlittableNotJson.String };

    /// <summary>Samples a value.</summary>
    /// <param name="root">The value.</param>
    /// <param name="maxBytes">The approximate maximum size of the text. Open containers are closed beyond it.</param>
    /// <returns>A UTF-8 JSON text.</returns>
    public static ReadOnlySpan<byte> Of(in BlittableValue root, int maxBytes)
    {
        var output = new ArrayBufferWriter<byte>(1 << 16);
        Write(root, output, maxBytes, MaxDepth);
        return output.WrittenSpan;
    }

    private static void Write(in BlittableValue value, ArrayBufferWriter<byte> output, int maxBytes, int depth)
    {
        switch (value.Kind)
        {
            case BlittableValueKind.Object:
                WriteObject(value, output, maxBytes, depth);
                break;
            case BlittableValueKind.Array:
                WriteArray(value, output, maxBytes, depth);
                break;
            case BlittableValueKind.String when value.GetString() is { Length: > MaxStringCharacters } text:
                // Do not split a surrogate pair.
                WriteText($"{text[..(char.IsHighSurrogate(text[MaxStringCharacters - 1]) ? MaxStringCharacters - 1 : MaxStringCharacters)]}…", output);
                break;
            default:
                value.WriteJson(output, s_shown);
                break;
        }
    }

    private static void WriteObject(in BlittableValue value, ArrayBufferWriter<byte> output, int maxBytes, int depth)
    {
        output.Write("{"u8);
        var written = 0;
        foreach (var property in value.EnumerateObject())
        {
            if (depth == 0 || written == MaxProperties || output.WrittenCount > maxBytes)
            {
                break;
            }

            output.Write(written++ > 0 ? ","u8 : []);
            WriteText(property.Name, output);
            output.Write(":"u8);
            Write(property.Value, output, maxBytes, depth - 1);
        }

        output.Write("}"u8);
    }

    private static void WriteArray(in BlittableValue value, ArrayBufferWriter<byte> output, int maxBytes, int depth)
    {
        output.Write("["u8);
        var written = 0;
        foreach (var element in value.EnumerateArray())
        {
            if (depth == 0 || written == MaxElements || output.WrittenCount > maxBytes)
            {
                break;
            }

            output.Write(written++ > 0 ? ","u8 : []);
            Write(element, output, maxBytes, depth - 1);
        }

        output.Write("]"u8);
    }

    private static void WriteText(string text, ArrayBufferWriter<byte> output)
    {
        output.Write("\""u8);
        output.Write(JsonEncodedText.Encode(text).EncodedUtf8Bytes);
        output.Write("\""u8);
    }
}
