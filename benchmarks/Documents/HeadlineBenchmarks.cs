using BenchmarkDotNet.Attributes;
using Blittable.Benchmarks.Documents.Forms;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents;

/// <summary>Converting a corpus to each form: company profiles as one large document and as many small ones, and rows of <c>lineitem</c>.</summary>
public class HeadlineBenchmarks
{
    private IReadOnlyList<ReadOnlyMemory<byte>> _documents = [];
    private Action<ReadOnlyMemory<byte>> _convert = _ => { };

    [Params("companies", "companies-many", "lineitem")]
    public string Documents { get; set; } = "";

    [GlobalSetup(Target = nameof(JsonDocument))]
    public void SetUpJsonDocument() => SetUp(new JsonDocumentForm());

    [GlobalSetup(Target = nameof(JsonNode))]
    public void SetUpJsonNode() => SetUp(new JsonNodeForm());

    [GlobalSetup(Target = nameof(JToken))]
    public void SetUpJToken() => SetUp(new JTokenForm());

    [GlobalSetup(Target = nameof(Bson))]
    public void SetUpBson() => SetUp(new BsonForm());

    [Benchmark(Baseline = true)]
    public void JsonDocument() => ConvertAll();

    [Benchmark]
    public void JsonNode() => ConvertAll();

    [Benchmark]
    public void JToken() => ConvertAll();

    [Benchmark]
    public void Bson() => ConvertAll();

    private void SetUp(DocumentForm form)
    {
        Corpus corpus = Corpora.Get(Documents);
        _documents = corpus.Documents;
        _convert = form.Converter(corpus);
    }

    private void ConvertAll()
    {
        for (int i = 0; i < _documents.Count; i++)
        {
            _convert(_documents[i]);
        }
    }
}
