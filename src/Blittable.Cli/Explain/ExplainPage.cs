using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using Blittable.Collections;

namespace Blittable.Cli;

/// <summary>Collects the data of a page and writes it into the template built by <c>tools/explain-page</c>.</summary>
internal sealed class ExplainPage : IDisposable
{
    private const string Template = "Blittable.Cli.Explain.page.html";
    private const string Placeholder = "/*DATA*/";

    private readonly MemoryStream _data = new();
    private readonly MemoryStream _documents = new();
    private readonly Utf8JsonWriter _writer;
    private readonly Utf8JsonWriter _documentWriter;

    public ExplainPage(string file)
    {
        // The default encoder escapes '<', so no text in the data can close the script element.
        var options = new JsonWriterOptions { Encoder = JavaScriptEncoder.Default };
        _writer = new Utf8JsonWriter(_data, options);
        _documentWriter = new Utf8JsonWriter(_documents, options);
        _writer.WriteStartObject();
        _writer.WriteString("file", file);
        _documentWriter.WriteStartArray();
    }

    public void SetJsonBytes(long count) => _writer.WriteNumber("jsonBytes", count);

    public void AddFault(string message) => _writer.WriteString("fault", message);

    /// <summary>Adds a document or a sample of one.</summary>
    /// <param name="label">The label of the document.</param>
    /// <param name="bytes">The document or the sample.</param>
    /// <param name="totalBytes">The size of the whole document.</param>
    /// <param name="dictionary">The dictionary that the document needs, if any.</param>
    /// <param name="sample">A note about the sample, or null if the document is complete.</param>
    public void AddDocument(string label, ReadOnlySpan<byte> bytes, long totalBytes, BlittableDictionary? dictionary, string? sample)
    {
        _documentWriter.WriteStartObject();
        _documentWriter.WriteString("label", label);
        _documentWriter.WriteBase64String("bytes", bytes);
        _documentWriter.WriteNumber("totalBytes", totalBytes);
        if (dictionary is not null)
        {
            _documentWriter.WriteBase64String("dictionary", SavedDictionary.WithoutCompression(dictionary.Save()));
        }

        if (sample is not null)
        {
            _documentWriter.WriteString("sample", sample);
        }

        _documentWriter.WriteEndObject();
    }

    /// <summary>Adds the stripes and columns of a collection, and the use of all of its bytes.</summary>
    /// <param name="reader">The collection.</param>
    /// <param name="where">The condition as typed, or null for none.</param>
    /// <param name="pruning">The groups that the condition skips. Empty without a condition.</param>
    public void AddCollection(CollectionReader reader, string? where, IReadOnlyList<CollectionStripePruning> pruning)
    {
        _writer.WriteStartObject("collection");
        _writer.WriteNumber("rows", reader.RowCount);
        _writer.WriteNumber("bytes", reader.ByteCount);
        _writer.WriteStartArray("stripes");
        foreach (var stripe in reader.GetStripes())
        {
            _writer.WriteStartObject();
            _writer.WriteNumber("firstRow", stripe.FirstRow);
            _writer.WriteNumber("rows", stripe.Rows);
            _writer.WriteString("layout", stripe.Layout.ToString());
            _writer.WriteNumber("rowBytes", stripe.RowBytes);
            _writer.WriteNumber("columnBytes", stripe.ColumnBytes);
            _writer.WriteEndObject();
        }

        _writer.WriteEndArray();
        _writer.WriteStartArray("columns");
        foreach (var column in reader.GetColumns())
        {
            _writer.WriteStartObject();
            _writer.WriteString("path", column.Path);
            _writer.WriteString("type", column.Type.ToString());
            _writer.WriteString("encoding", string.Join(", ", column.Encodings));
            _writer.WriteNumber("values", column.Values);
            _writer.WriteNumber("bytes", column.Bytes);
            _writer.WriteString("min", column.Min);
            _writer.WriteString("max", column.Max);
            _writer.WriteEndObject();
        }

        _writer.WriteEndArray();
        AddSpace(reader);
        if (where is not null)
        {
            AddPruning(where, pruning);
        }

        _writer.WriteEndObject();
    }

    private void AddSpace(CollectionReader reader)
    {
        _writer.WriteStartArray("space");
        foreach (var space in reader.GetSpace())
        {
            _writer.WriteStartObject();
            _writer.WriteString("use", SpaceText.Of(space.Use));
            _writer.WriteString("path", space.Path);
            _writer.WriteNumber("bytes", space.Bytes);
            _writer.WriteNumber("blocks", space.Blocks);
            _writer.WriteEndObject();
        }

        _writer.WriteEndArray();
    }

    private void AddPruning(string where, IReadOnlyList<CollectionStripePruning> pruning)
    {
        _writer.WriteString("where", where);
        _writer.WriteStartArray("pruning");
        foreach (var stripe in pruning)
        {
            _writer.WriteStartObject();
            _writer.WriteNumber("firstRow", stripe.FirstRow);
            _writer.WriteNumber("rows", stripe.Rows);
            _writer.WriteNumber("groups", stripe.Groups);
            _writer.WriteNumber("skipped", stripe.SkippedGroups);
            _writer.WriteNumber("passed", stripe.PassedGroups);
            _writer.WriteEndObject();
        }

        _writer.WriteEndArray();
    }

    /// <summary>Writes the page. Nothing can be added afterwards.</summary>
    public void WriteTo(Stream output)
    {
        _documentWriter.WriteEndArray();
        _documentWriter.Flush();
        _writer.WritePropertyName("documents");
        _writer.WriteRawValue(_documents.ToArray(), skipInputValidation: true);
        _writer.WriteEndObject();
        _writer.Flush();

        using var resource = typeof(ExplainPage).Assembly.GetManifestResourceStream(Template)!;
        using var reader = new StreamReader(resource, Encoding.UTF8);
        var template = reader.ReadToEnd();
        var at = template.IndexOf(Placeholder, StringComparison.Ordinal);
        output.Write(Encoding.UTF8.GetBytes(template[..at]));
        output.Write(_data.GetBuffer().AsSpan(0, (int)_data.Length));
        output.Write(Encoding.UTF8.GetBytes(template[(at + Placeholder.Length)..]));
    }

    public void Dispose()
    {
        _writer.Dispose();
        _documentWriter.Dispose();
    }
}
