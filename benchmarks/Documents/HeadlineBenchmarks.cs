using BenchmarkDotNet.Attributes;
using Blittable.Benchmarks.Documents.Forms;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.Documents;

/// <summary>Converting a corpus to each form: company profiles as one large document and as many small ones, and rows of <c>lineitem</c>.</summary>
[MemoryDiagnoser]
public class HeadlineBenchmarks
{
    private IReadOnlyList<ReadOnlyMemory<byte>> _documents = [];
    private Action<ReadOnlyMemory<byte>> _convert = _ => { };

    [Params("companies", "companies-many", "lineitem")]
    public string Documents { get; set; } = "";

    [GlobalSetup(Target = nameof(JsonDocument))]
    public void SetUpJsonDocument() => SetUp(nameof(JsonDocument));

    [GlobalSetup(Target = nameof(Memory))]
    public void SetUpMemory() => SetUp(nameof(Memory));

    [GlobalSetup(Target = nameof(Disk))]
    public void SetUpDisk() => SetUp(nameof(Disk));

    [GlobalSetup(Target = nameof(JsonNode))]
    public void SetUpJsonNode() => SetUp(nameof(JsonNode));

    [GlobalSetup(Target = nameof(JToken))]
    public void SetUpJToken() => SetUp(nameof(JToken));

    [GlobalSetup(Target = nameof(Bson))]
    public void SetUpBson() => SetUp(nameof(Bson));

    [Benchmark(Baseline = true)]
    public void JsonDocument() => ConvertAll();

    [Benchmark]
    public void Memory() => ConvertAll();

    [Benchmark]
    public void Disk() => ConvertAll();

    [Benchmark]
    public void JsonNode() => ConvertAll();

    [Benchmark]
    public void JToken() => ConvertAll();

    [Benchmark]
    public void Bson() => ConvertAll();

    /// <summary>The form that the method of this name converts to.</summary>
    internal static DocumentForm FormOf(string method) => method switch
    {
        nameof(Memory) => AllForms.Memory,
        nameof(Disk) => AllForms.Disk,
        nameof(JsonNode) => new JsonNodeForm(),
        nameof(JToken) => new JTokenForm(),
        nameof(Bson) => new BsonForm(),
        _ => new JsonDocumentForm(),
    };

    private void SetUp(string method)
    {
        Corpus corpus = Corpora.Get(Documents);
        _documents = corpus.Documents;
        _convert = FormOf(method).Converter(corpus);
    }

    private void ConvertAll()
    {
        for (int i = 0; i < _documents.Count; i++)
        {
            _convert(_documents[i]);
        }
    }
}
