using System.Diagnostics;

namespace Blittable.Cli;

/// <summary>Converts files one after another with one converter, which knows the shapes of the files before.</summary>
internal sealed class FileConversion(
    BlittableOptions options,
    Func<InputFile, BlittableTextOptions> textOptions,
    CommandStreams streams,
    Action<long> onRead,
    TechniqueReport? report,
    FaultLog? faults) : IDisposable
{
    private readonly BlittableConverter _converter = new(options);

    /// <summary>Converts one input.</summary>
    /// <param name="input">What to read.</param>
    /// <param name="plan">Where its output goes.</param>
    /// <param name="cancellation">Stops between documents; no file is left behind then.</param>
    /// <exception cref="BlittableException">The input is not JSON; no file is written then.</exception>
    public async Task<ConversionResult> ConvertAsync(InputFile input, OutputPlan plan, CancellationToken cancellation)
    {
        await using var stream = new InputStream(input.Open(streams), onRead);
        var texts = textOptions(input) with { OnFault = faults is null ? null : fault => faults.Add(input, fault.Number, fault.Exception, fault.Text.Span) };
        var start = Stopwatch.GetTimestamp();
        var documents = _converter.ConvertTextsAsync(stream, texts, cancellation).GetAsyncEnumerator(cancellation);
        await using var disposal = documents.ConfigureAwait(false);
        // A file with one document, and one with many, are different formats. Lines are many, even if there is only one, and are written as they come.
        if (texts.Format is not (BlittableTextFormat.Auto or BlittableTextFormat.Single))
        {
            return await WriteManyAsync(null, documents, stream, start, plan.Open(input, DocumentFormat.ManyExtension), cancellation);
        }

        var first = await documents.MoveNextAsync() ? documents.Current.ToArray() : null;
        var hasNext = first is not null && await documents.MoveNextAsync();
        if (first is null && faults is null)
        {
            _converter.Convert(ReadOnlySpan<byte>.Empty);
        }

        return first is null || hasNext
            ? await WriteManyAsync(first, documents, stream, start, plan.Open(input, DocumentFormat.ManyExtension), cancellation)
            : WriteOne(first, stream, start, plan.Open(input, DocumentFormat.OneExtension));
    }

    public void Dispose() => _converter.Dispose();

    private ConversionResult WriteOne(byte[] document, InputStream stream, long start, OutputFile file)
    {
        var result = new ConversionResult(1, stream.BytesRead, document.Length, Stopwatch.GetElapsedTime(start) - stream.ReadTime);
        using var output = file;
        output.Stream.Write(document);
        output.Commit();
        report?.Add(document);
        return result;
    }

    /// <summary>Writes the first document, if it has been read, with the current one after it, and all others.</summary>
    private async Task<ConversionResult> WriteManyAsync(
        byte[]? first, IAsyncEnumerator<ReadOnlyMemory<byte>> rest, InputStream stream, long start, OutputFile file, CancellationToken cancellation)
    {
        var reporting = TimeSpan.Zero;
        using var output = file;
        var writer = new DocumentWriter(output.Stream);
        if (first is not null)
        {
            Write(first);
            Write(rest.Current);
        }

        while (await rest.MoveNextAsync())
        {
            cancellation.ThrowIfCancellationRequested();
            Write(rest.Current);
        }

        output.Commit();
        return new ConversionResult(writer.Count, stream.BytesRead, writer.Length, Stopwatch.GetElapsedTime(start) - stream.ReadTime - reporting);

        void Write(ReadOnlyMemory<byte> document)
        {
            writer.Write(document.Span);
            if (report is not null)
            {
                var pause = Stopwatch.GetTimestamp();
                report.Add(document);
                reporting += Stopwatch.GetElapsedTime(pause);
            }
        }
    }
}
