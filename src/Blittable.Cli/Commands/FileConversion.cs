using System.Diagnostics;

namespace Blittable.Cli;

/// <summary>Converts files one after another with one converter, which knows the shapes of the files before.</summary>
internal sealed class FileConversion(
    BlittableOptions options, JsonFormat format, CommandStreams streams, Action<long> onRead, TechniqueReport? report) : IDisposable
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
        if (JsonTexts.AreLines(input, format))
        {
            return await ConvertLinesAsync(stream, input, plan, cancellation);
        }

        var text = await new InputBuffer(stream).ReadTextAsync(cancellation);
        if (TryConvertWhole(text.Span, input, plan, out var result))
        {
            return result;
        }

        await using var lines = new InputStream(new MemoryStream(text.ToArray(), writable: false), _ => { });
        return await ConvertLinesAsync(lines, input, plan, cancellation);
    }

    public void Dispose() => _converter.Dispose();

    /// <returns>False if the text turns out to be many documents.</returns>
    private bool TryConvertWhole(ReadOnlySpan<byte> text, InputFile input, OutputPlan plan, out ConversionResult result)
    {
        result = default;
        var start = Stopwatch.GetTimestamp();
        ReadOnlySpan<byte> document;
        try
        {
            document = _converter.Convert(text);
        }
        catch (BlittableException fault) when (format == JsonFormat.Auto && JsonTexts.StartsWithLine(text, fault))
        {
            return false;
        }

        result = new ConversionResult(1, text.Length, document.Length, Stopwatch.GetElapsedTime(start));
        using var output = plan.Open(input, DocumentFormat.OneExtension);
        output.Stream.Write(document);
        output.Commit();
        report?.Add(document.ToArray());
        return true;
    }

    private async Task<ConversionResult> ConvertLinesAsync(InputStream lines, InputFile input, OutputPlan plan, CancellationToken cancellation)
    {
        var start = Stopwatch.GetTimestamp();
        var reporting = TimeSpan.Zero;
        using var output = plan.Open(input, DocumentFormat.ManyExtension);
        var writer = new DocumentWriter(output.Stream);
        await foreach (var document in _converter.ConvertLinesAsync(lines, cancellation))
        {
            cancellation.ThrowIfCancellationRequested();
            writer.Write(document.Span);
            if (report is not null)
            {
                var pause = Stopwatch.GetTimestamp();
                report.Add(document);
                reporting += Stopwatch.GetElapsedTime(pause);
            }
        }

        output.Commit();
        return new ConversionResult(writer.Count, lines.BytesRead, writer.Length, Stopwatch.GetElapsedTime(start) - lines.ReadTime - reporting);
    }
}
