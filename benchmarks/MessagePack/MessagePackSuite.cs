using System.Buffers;
using Blittable.Benchmarks.Harness;

namespace Blittable.Benchmarks.MessagePack;

/// <summary>Measures converting between MessagePack and documents, compared with converting between JSON and documents, with MessagePack-CSharp as a
/// peer.</summary>
/// <remarks>The JSON cells are the minimum cost of a conversion through JSON, because they exclude the conversion between JSON and MessagePack.</remarks>
internal sealed partial class MessagePackSuite : CellSuite
{
    private const string RatioFact = "MessagePack/JSON";

    private static readonly BlittableMessagePackOptions Format = new() { Numbers = BlittableMessagePackNumbers.Nearest };

    public override string Name => "messagepack";

    public override string Title => "MessagePack to documents and back";

    public override IReadOnlyList<Column> Columns { get; } =
        [Column.Nanoseconds, Column.MegabytesPerSecond, Column.Speedup, Column.Allocated, Column.Fact(RatioFact)];

    public override IReadOnlyList<Cell> Cells(IReadOnlyList<string> arguments)
    {
        var cells = new List<Cell>();
        foreach (var corpus in Corpora.All)
        {
            foreach (var mode in Enum.GetValues<BlittableMode>())
            {
                var options = new BlittableOptions { Mode = mode };
                var name = mode == BlittableMode.Memory ? "memory" : "disk";
                cells.Add(new($"read {corpus.Name}", $"JSON to {name}", () => FromJson(corpus, options)) { IsBaseline = mode == BlittableMode.Memory });
                cells.Add(new($"read {corpus.Name}", $"MessagePack to {name}", () => FromMessagePack(corpus, options)));
                cells.Add(new($"write {corpus.Name}", $"{name} to JSON", () => ToJson(corpus, options)) { IsBaseline = mode == BlittableMode.Memory });
                cells.Add(new($"write {corpus.Name}", $"{name} to MessagePack", () => ToMessagePack(corpus, options)));
            }

            AddPeers(cells, corpus);
        }

        return cells;
    }

    protected override void Tabulate(IReadOnlyList<CellResult> results, Report report)
    {
        foreach (var (verb, title) in new[] { ("read ", "Reading"), ("write ", "Writing") })
        {
            CellResult[] of = [.. results.Where(result => result.Group.StartsWith(verb, StringComparison.Ordinal))];
            if (of.Length != 0)
            {
                report.Show(Table.Pivot($"{title}: times as fast as JSON in memory mode", of, Column.Speedup, withMean: true));
                report.Show(Table.Pivot($"{title}: MB of minified JSON per second", of, Column.MegabytesPerSecond));
                report.Show(Table.Pivot($"{title}: managed bytes allocated per document", of, Column.Allocated));
            }
        }
    }

    private static Work FromJson(Corpus corpus, BlittableOptions options)
    {
        var converter = new BlittableConverter(options);
        return EachOf(corpus, corpus.Documents, json => converter.Convert(json.Span));
    }

    private static Work FromMessagePack(Corpus corpus, BlittableOptions options)
    {
        var converter = new BlittableMessagePack(options, Format);
        return EachOf(corpus, Pack(corpus), packed => converter.Convert(packed.Span));
    }

    private static Work ToJson(Corpus corpus, BlittableOptions options)
    {
        var output = new ArrayBufferWriter<byte>(1 << 20);
        return EachOf(corpus, Convert(corpus, options), document =>
        {
            output.ResetWrittenCount();
            BlittableValue.Open(document.Span).WriteJson(output);
        });
    }

    private static Work ToMessagePack(Corpus corpus, BlittableOptions options)
    {
        var output = new ArrayBufferWriter<byte>(1 << 20);
        return EachOf(corpus, Convert(corpus, options), document =>
        {
            output.ResetWrittenCount();
            BlittableMessagePack.Write(BlittableValue.Open(document.Span), output, Format);
        });
    }

    /// <summary>Processes each document of a corpus. The byte count is the size of its minified JSON, so that figures are comparable.</summary>
    private static Work EachOf<T>(Corpus corpus, IReadOnlyList<T> inputs, Action<T> process)
    {
        var bytes = corpus.MinifiedBytes;
        return new Work(
            () =>
            {
                for (var i = 0; i < inputs.Count; i++)
                {
                    process(inputs[i]);
                }
            },
            bytes,
            inputs.Count)
        {
            Facts = new Dictionary<string, double> { [RatioFact] = Pack(corpus).Sum(packed => (double)packed.Length) / bytes },
        };
    }

    private static ReadOnlyMemory<byte>[] Pack(Corpus corpus) =>
        [
            .. Convert(corpus, new BlittableOptions())
                .Select(document => (ReadOnlyMemory<byte>)BlittableMessagePack.ToArray(BlittableValue.Open(document.Span), Format)),
        ];

    private static ReadOnlyMemory<byte>[] Convert(Corpus corpus, BlittableOptions options)
    {
        using var converter = new BlittableConverter(options);
        return [.. corpus.Documents.Select(json => (ReadOnlyMemory<byte>)converter.Convert(json.Span).ToArray())];
    }
}
