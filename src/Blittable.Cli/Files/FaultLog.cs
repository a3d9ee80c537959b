using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Unicode;

namespace Blittable.Cli;

/// <summary>Counts invalid texts and, if it has a file, writes each with the reason as a line of JSON.</summary>
internal sealed class FaultLog(OutputFile? file) : IDisposable
{
    private readonly Utf8JsonWriter? _json =
        file is null ? null : new Utf8JsonWriter(file.Stream, new JsonWriterOptions { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping, SkipValidation = true });

    private long _count;

    /// <summary>Gets the end of the summary: the number of texts that were skipped or collected.</summary>
    public string Summary => _count == 0 ? "" : $", {Figures.Of(_count, "text")} {(file is null ? "skipped" : "collected")}";

    /// <summary>Adds an invalid text.</summary>
    /// <param name="input">The file that contains the text.</param>
    /// <param name="number">The number of the text in the file.</param>
    /// <param name="fault">The error.</param>
    /// <param name="text">The bytes of the text.</param>
    public void Add(InputFile input, long number, BlittableException fault, ReadOnlySpan<byte> text)
    {
        _count++;
        if (_json is null)
        {
            return;
        }

        _json.Reset();
        _json.WriteStartObject();
        _json.WriteString("file", input.Path);
        _json.WriteNumber("text", number);
        if (fault.Line is { } line)
        {
            _json.WriteNumber("line", line);
            _json.WriteNumber("column", fault.Column ?? 0);
        }

        _json.WriteString("error", fault.Message);
        if (Utf8.IsValid(text))
        {
            _json.WriteString("json", text);
        }
        else
        {
            _json.WriteBase64String("base64", text);
        }

        _json.WriteEndObject();
        _json.Flush();
        file!.Stream.WriteByte((byte)'\n');
    }

    /// <summary>Completes the file, if there is one.</summary>
    public void Commit()
    {
        _json?.Dispose();
        file?.Commit();
    }

    public void Dispose()
    {
        try
        {
            _json?.Dispose();
        }
        finally
        {
            file?.Dispose();
        }
    }
}
