using System.CommandLine;
using System.Globalization;
using System.Text;

namespace Blittable.Cli;

/// <summary><c>blittable verify</c>: whether every byte of a document is as the format wants it.</summary>
internal sealed class VerifyCommand : DocumentCommand
{
    public VerifyCommand(CommandStreams streams)
        : base("verify", "Checks documents from their first byte to their last.", streams) => AddInputs();

    protected override Task<ExitCode> RunAsync(ParseResult parsed, IReadOnlyList<InputFile> inputs, CancellationToken cancellation)
    {
        return ProgressDisplay.RunAsync(Streams, "Verifying", inputs, onRead => ForEachAsync(inputs, input => VerifyAsync(input, onRead), cancellation));

        async Task VerifyAsync(InputFile input, Action<long> onRead)
        {
            var count = await ForEachDocumentAsync(input, onRead, document => document.Validate(), cancellation);
            var documents = count == 1 ? "1 document" : string.Create(CultureInfo.InvariantCulture, $"{count} documents");
            Streams.Output.Write(Encoding.UTF8.GetBytes($"{input.Path}: valid, {documents}\n"));
        }
    }
}
