namespace Blittable.Benchmarks.Stores;

/// <summary>Reads Blittable documents in the mapped page.</summary>
/// <param name="name">The name of the cell.</param>
/// <param name="mode">The mode.</param>
/// <param name="hasDictionary">true if the documents share a dictionary, which is trained on the first of them; otherwise, false.</param>
internal sealed class BlittableStored(string name, BlittableMode mode, bool hasDictionary) : StoredForm(name)
{
    private const int Sample = 1_000;

    private BlittableDictionary? _dictionary;
    private Func<ReadOnlyMemory<byte>, byte[]>? _convert;

    public override void Prepare(StoreWorkload workload)
    {
        if (hasDictionary)
        {
            var isDisk = mode == BlittableMode.Disk;
            _dictionary = BlittableDictionary.Train(
                workload.Documents().Take(Sample), new BlittableTrainingOptions { SymbolTable = isDisk, FrequentStrings = isDisk });
        }

        var converter = new BlittableConverter(new BlittableOptions { Mode = mode, Dictionary = _dictionary });
        _convert = json => converter.Convert(json.Span).ToArray();
    }

    public override ReadOnlySpan<byte> Convert(ReadOnlyMemory<byte> json) => _convert!(json);

    public override double Read(ReadOnlySpan<byte> stored, StoreProperty[] properties)
    {
        double sum = 0;
        var root = BlittableValue.Open(stored, _dictionary);
        foreach (var property in properties)
        {
            var value = root;
            var isFound = true;
            foreach (var step in property.Prepared)
            {
                isFound = isFound && value.Kind == BlittableValueKind.Object && value.TryGetProperty(step, out value);
            }

            if (isFound)
            {
                sum += value.Kind switch
                {
                    BlittableValueKind.Number => value.GetDouble(),
                    BlittableValueKind.String => value.GetString()!.Length,
                    _ => 0,
                };
            }
        }

        return sum;
    }
}
