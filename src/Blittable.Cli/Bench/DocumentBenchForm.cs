namespace Blittable.Cli;

/// <summary>Blittable documents in one mode, with or without a dictionary.</summary>
internal sealed class DocumentBenchForm(string name, IReadOnlyList<ReadOnlyMemory<byte>> texts, BlittableOptions options) : IBenchForm
{
    private readonly BlittableConverter _converter = new(options);
    private readonly byte[][] _documents = new byte[texts.Count][];

    public string Name => name;

    public long Bytes => _documents.Sum(document => (long)document.Length) + DictionaryBytes;

    public long DictionaryBytes { get; } = options.Dictionary?.Save().Length ?? 0;

    public void Convert()
    {
        for (var i = 0; i < texts.Count; i++)
        {
            _converter.Convert(texts[i].Span);
        }
    }

    public void Prepare()
    {
        for (var i = 0; i < texts.Count; i++)
        {
            try
            {
                _converter.Convert(texts[i].Span);
            }
            catch (BlittableException fault) when (texts.Count > 1)
            {
                throw new BlittableException(fault.Code, $"Document {i + 1}: {fault.Message}", fault.Offset, fault.Line, fault.Column, fault);
            }
        }
    }

    public void Open()
    {
        for (var i = 0; i < texts.Count; i++)
        {
            _documents[i] = _converter.Convert(texts[i].Span).ToArray();
        }
    }

    public double FollowPaths(IReadOnlyList<BenchPath> paths)
    {
        double sum = 0;
        for (var i = 0; i < paths.Count; i++)
        {
            sum += paths[i].Follow(ExpansionOption.OpenOwn(_documents[paths[i].Document], options.Dictionary));
        }

        return sum;
    }

    public double ReadAll()
    {
        double sum = 0;
        foreach (var document in _documents)
        {
            sum += AllValues.Read(ExpansionOption.OpenOwn(document, options.Dictionary));
        }

        return sum;
    }

    public void Dispose() => _converter.Dispose();
}
