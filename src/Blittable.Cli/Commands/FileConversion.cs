using System.Diagnostics;

namespace Blittable.Cli;

/// <summary>Converts files one after another with one converter, which remembers the shapes of earlier files.</summary>
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
    /// <param name="input">The input.</param>
    /// <param name="plan">The output plan.</param>
    /// <param name="cancellation">Cancels the conversion between documents, without leaving a file behind.</param>
    /// <exception cref="BlittableException">The input is not JSON. No file is written.</exception>
    public async Task<ConversionResult> ConvertAsync(InputFile input, OutputPlan plan, CancellationToken cancellation)
    {
        await using var stream = new InputStream(input.Open(streams), onRead);
        var texts = textOptions(input) with { OnFault = faults is null ? null : fault => faults.Add(input, fault.Number, fault.Exception, fault.Text.Span) };
        var start = Stopwatch.GetTimestamp();
        var documents = _converter.ConvertTextsAsync(stream, texts, cancellation).GetAsyncEnumerator(cancellation);
        await using var disposal = documents.ConfigureAwait(false);
        // Files with one document and with many have different formats. Lines always become the second format, and are written as they are read.
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

    /// <summary>Writes the first document, if it has been read, then the current one and all others.</summary>
    private async Task<ConversionResult> WriteManyAsync(
        byte[]? first, IAsyncEnumerator<ReadOnlyMemory<byte>> rest, InputStream stream, long start, OutputFile file, CancellationToken cancellation)
    {
        var reporting = TimeSpan.Zero;
        using var output = file;
        var writer = new DocumentFileWriter(output.Stream);
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
