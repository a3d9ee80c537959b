using System.CommandLine;
using Blittable.Collections;

namespace Blittable.Cli;

/// <summary><c>blittable head</c>, <c>tail</c> and <c>sample</c>: print some documents of collections and document files as JSON.</summary>
internal sealed class RowsCommand : DocumentCommand
{
    private const int DefaultRows = 10;

    private readonly NumberOption _count = new("--count", least: 0)
    {
        Description = $"The number of documents to print from each input. Default: {DefaultRows}.",
    };

    private readonly NumberOption _seed = new("--seed", least: 0) { Description = "The seed of the random choice. The same seed selects the same documents." };
    private readonly Func<ParseResult, int, IRowChoice> _create;

    private RowsCommand(string name, string description, CommandStreams streams, Func<RowsCommand, ParseResult, int, IRowChoice> create)
        : base(name, description, streams, DocumentsOrCollections)
    {
        _create = (parsed, count) => create(this, parsed, count);
        _count.Aliases.Add("-n");
        AddInputs();
        Options.Add(_count);
    }

    public static RowsCommand Head(CommandStreams streams) =>
        new("head", "Print the first documents as JSON, one per line.", streams, (_, _, count) => new First(count));

    public static RowsCommand Tail(CommandStreams streams) =>
        new("tail", "Print the last documents as JSON, one per line.", streams, (_, _, count) => new Last(count));

    public static RowsCommand Sample(CommandStreams streams)
    {
        var command = new RowsCommand(
            "sample", "Print randomly chosen documents as JSON, one per line, in their original order.", streams,
            (self, parsed, count) => new Chosen(count, parsed.GetValue(self._seed) is { } seed ? new Random((int)(seed % int.MaxValue)) : new Random()));
        command.Options.Add(command._seed);
        return command;
    }

    protected override IReadOnlyCollection<string> Extensions => [CollectionFormat.Extension, .. base.Extensions];

    protected override void Prepare(ParseResult parsed)
    {
        base.Prepare(parsed);
        if (InputsOf(parsed).FirstOrDefault(input => input.All(char.IsAsciiDigit) && !Path.Exists(input)) is { } number)
        {
            throw new UsageException($"File not found: '{number}'. Specify the number of documents with '-n {number}'.");
        }
    }

    protected override async Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        var count = (int)Math.Min(parsed.GetValue(_count) ?? DefaultRows, Array.MaxLength);
        using var output = OutputFile.Over(Streams.DataOutput);
        var work = (Action<long> onRead) => ForEachAsync(
            inputs,
            async input =>
            {
                var choice = _create(parsed, count);
                if (CollectionFormat.IsCollection(input))
                {
                    OfCollection(input, choice, output.Stream, new StepProgress(input.Length, onRead), cancellation);
                    return;
                }

                if (!choice.IsComplete)
                {
                    await ForEachDocumentAsync(input, onRead, document => choice.Offer(() => document.Root.ToJson()), cancellation, () => choice.IsComplete);
                }

                choice.Rows.ForEach(row => WriteLine(output.Stream, row));
            },
            cancellation);
        var outcome = await ProgressDisplay.RunAsync(Streams, "Reading", inputs, work, isStreaming: true);
        output.Commit();
        return outcome;
    }

    /// <summary>Reads only the chosen rows, because the rows of a collection are numbered.</summary>
    private void OfCollection(InputFile input, IRowChoice choice, Stream output, IProgress<double> progress, CancellationToken cancellation)
    {
        using var reader = CollectionFormat.Open(input, MaxExpandedBytes);
        foreach (var json in choice.Choose(reader, progress, cancellation))
        {
            WriteLine(output, json);
        }
    }

    private static void WriteLine(Stream output, string json)
    {
        output.Write(System.Text.Encoding.UTF8.GetBytes(json));
        output.WriteByte((byte)'\n');
    }

    /// <summary>Chooses the documents to print.</summary>
    private interface IRowChoice
    {
        /// <summary>Gets a value that indicates whether the choice needs no more documents.</summary>
        bool IsComplete { get; }

        /// <summary>Gets the chosen documents, in their original order.</summary>
        List<string> Rows { get; }

        /// <summary>Considers the next document.</summary>
        void Offer(Func<string> toJson);

        /// <summary>Returns the chosen documents of a collection, in their original order, and reports the completed fraction of the work.</summary>
        IEnumerable<string> Choose(CollectionReader reader, IProgress<double> progress, CancellationToken cancellation);
    }

    /// <summary>Returns the document of a row as JSON, or null if it was deleted.</summary>
    private static string? JsonOf(CollectionReader reader, long row, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        if (!reader.TryGet(row, out var document))
        {
            return null;
        }

        using (document)
        {
            try
            {
                return document.Root.ToJson();
            }
            catch (BlittableException fault) when (fault.Code == BlittableErrorCode.NotJson)
            {
                throw JsonText.FaultOf(row, fault);
            }
        }
    }

    /// <summary>Enumerates the rows of documents. Deleted rows, which may be far more numerous in old collections, are not tested one by one.</summary>
    private static IEnumerable<long> RowsOf(CollectionReader reader, CancellationToken cancellation)
    {
        foreach (var batch in reader.Scan().WithCancellation(cancellation).Select(ScanExpression.Constant(true)))
        {
            for (var i = 0; i < batch.Count; i++)
            {
                yield return batch.RowNumbers[i];
            }
        }
    }

    private sealed class First(int count) : IRowChoice
    {
        public bool IsComplete => Rows.Count >= count;

        public List<string> Rows { get; } = [];

        public void Offer(Func<string> toJson) => Rows.Add(toJson());

        public IEnumerable<string> Choose(CollectionReader reader, IProgress<double> progress, CancellationToken cancellation)
        {
            var taken = 0;
            var wanted = Math.Min(count, reader.Count);
            foreach (var row in RowsOf(reader, cancellation).Take((int)wanted))
            {
                progress.Report(++taken / (double)wanted);
                yield return JsonOf(reader, row, cancellation)!;
            }
        }
    }

    private sealed class Last(int count) : IRowChoice
    {
        private readonly Queue<string> _rows = new();

        public bool IsComplete => count == 0;

        public List<string> Rows => [.. _rows];

        public void Offer(Func<string> toJson)
        {
            _rows.Enqueue(toJson());
            if (_rows.Count > count)
            {
                _rows.Dequeue();
            }
        }

        public IEnumerable<string> Choose(CollectionReader reader, IProgress<double> progress, CancellationToken cancellation)
        {
            var rows = new Stack<string>();
            for (var row = reader.RowCount - 1; row >= 0 && rows.Count < Math.Min(count, reader.Count); row--)
            {
                if (JsonOf(reader, row, cancellation) is { } json)
                {
                    rows.Push(json);
                    progress.Report(rows.Count / (double)Math.Min(count, reader.Count));
                }
            }

            return rows;
        }
    }

    /// <summary>Chooses a uniform random sample with Vitter's algorithm R. For collections, the rows are drawn without reading the others.</summary>
    private sealed class Chosen(int count, Random random) : IRowChoice
    {
        /// <summary>The number of rows per document from which random rows would mostly be deleted documents.</summary>
        private const int MostRowsPerDocument = 8;

        private readonly List<(long Number, string Json)> _rows = [];
        private long _seen;

        public bool IsComplete => count == 0;

        public List<string> Rows => [.. _rows.OrderBy(row => row.Number).Select(row => row.Json)];

        public void Offer(Func<string> toJson)
        {
            var place = _seen < count ? _seen : random.NextInt64(_seen + 1);
            if (_rows.Count < count)
            {
                _rows.Add((_seen, toJson()));
            }
            else if (place < count)
            {
                _rows[(int)place] = (_seen, toJson());
            }

            _seen++;
        }

        public IEnumerable<string> Choose(CollectionReader reader, IProgress<double> progress, CancellationToken cancellation)
        {
            var wanted = Math.Min(count, reader.Count);
            if (wanted * 2 >= reader.Count || reader.RowCount / MostRowsPerDocument > reader.Count)
            {
                return Most(reader, progress, cancellation);
            }

            var rows = new SortedDictionary<long, string>();
            while (rows.Count < wanted)
            {
                var row = random.NextInt64(reader.RowCount);
                if (!rows.ContainsKey(row) && JsonOf(reader, row, cancellation) is { } json)
                {
                    rows.Add(row, json);
                    progress.Report(rows.Count / (double)wanted);
                }
            }

            return rows.Values;
        }

        /// <summary>Draws most of the rows: the probability for each row is the number still wanted divided by the number left.</summary>
        private IEnumerable<string> Most(CollectionReader reader, IProgress<double> progress, CancellationToken cancellation)
        {
            var taken = 0;
            var left = reader.Count;
            foreach (var row in count == 0 ? [] : RowsOf(reader, cancellation))
            {
                progress.Report((row + 1.0) / reader.RowCount);
                if (random.NextInt64(left--) < count - taken)
                {
                    taken++;
                    yield return JsonOf(reader, row, cancellation)!;
                    if (taken == count)
                    {
                        // The remaining rows are not read.
                        progress.Report(1);
                        yield break;
                    }
                }
            }
        }
    }
}
