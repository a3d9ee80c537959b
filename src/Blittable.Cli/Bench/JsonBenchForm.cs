using System.Text.Json;

namespace Blittable.Cli;

/// <summary>The JSON texts, read by <see cref="JsonDocument"/>.</summary>
internal sealed class JsonBenchForm(IReadOnlyList<ReadOnlyMemory<byte>> texts) : IBenchForm
{
    /// <summary>Uses the maximum depth of Blittable documents.</summary>
    private static readonly JsonDocumentOptions s_options = new() { MaxDepth = 512 };

    private readonly JsonDocument[] _documents = new JsonDocument[texts.Count];

    /// <summary>Documents that occupy all pooled arrays. Without them, further documents would seem to need no memory.</summary>
    private readonly JsonDocument[] _pooled = new JsonDocument[texts.Count];

    public string Name => "JSON";

    public long Bytes => texts.Sum(text => (long)text.Length);

    public long DictionaryBytes => 0;

    public static JsonDocument Parse(ReadOnlyMemory<byte> text) => JsonDocument.Parse(text, s_options);

    public void Convert()
    {
        for (var i = 0; i < texts.Count; i++)
        {
            Parse(texts[i]).Dispose();
        }
    }

    public void Prepare()
    {
        for (var i = 0; i < texts.Count; i++)
        {
            _pooled[i] = Parse(texts[i]);
        }
    }

    public void Open()
    {
        for (var i = 0; i < texts.Count; i++)
        {
            // A copy of the text is stored and counted, like the documents of the other forms.
            _documents[i] = Parse(texts[i].ToArray());
        }
    }

    public double FollowPaths(IReadOnlyList<BenchPath> paths)
    {
        double sum = 0;
        for (var i = 0; i < paths.Count; i++)
        {
            sum += paths[i].Follow(_documents[paths[i].Document].RootElement);
        }

        return sum;
    }

    public double ReadAll()
    {
        double sum = 0;
        foreach (var document in _documents)
        {
            sum += AllValues.Read(document.RootElement);
        }

        return sum;
    }

    public void Dispose()
    {
        foreach (var document in _documents.Concat(_pooled))
        {
            document?.Dispose();
        }
    }
}
