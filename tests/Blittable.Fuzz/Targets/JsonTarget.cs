using System.Buffers;
using System.Text;
using System.Text.Json;
using Blittable.Fuzz.Inputs;
using Blittable.Fuzz.Running;
using Blittable.Tests.Json;

namespace Blittable.Fuzz.Targets;

/// <summary>JSON texts: both modes accept exactly what System.Text.Json accepts, and read the same values.</summary>
internal sealed class JsonTarget : FuzzTarget
{
    private const int MaxDepth = 512;

    private static readonly JsonDocumentOptions Options = new() { MaxDepth = MaxDepth };

    private static readonly Lazy<byte[][]> Cases = new(() =>
        [.. JsonConformanceCases.Same
            .Concat(JsonConformanceCases.Changed.Select(test => test.Text))
            .Concat(JsonConformanceCases.Refused.Select(test => test.Text))
            .Concat(JsonConformanceCases.RefusedNumbers)
            .Select(Encoding.Latin1.GetBytes)]);

    private readonly BlittableConverter[] _converters =
        [.. Enum.GetValues<BlittableMode>().Select(mode => new BlittableConverter(new BlittableOptions { Mode = mode, MaxDepth = MaxDepth }))];

    public override string Name => "json";

    public override byte[] Make(FuzzRandom random)
    {
        var text = random.OneIn(2) ? Encoding.UTF8.GetBytes(JsonTexts.Make(random)) : random.Pick<byte[]>(Cases.Value);
        if (random.OneIn(8))
        {
            // Leading spaces shift the text within the windows that vector kernels process.
            text = [.. Enumerable.Repeat((byte)' ', random.Next(5000)), .. text];
        }

        return random.OneIn(6) ? text : ByteMutator.Mutate(random, text, random.Pick<byte[]>(Cases.Value));
    }

    public override string Run(Memory<byte> input)
    {
        using var expected = StrictJson.TryParse(input, Options);
        var isJson = expected is not null;
        foreach (var converter in _converters)
        {
            using var document = Convert(input.Span, converter, out var error);
            if (isJson != (document is not null))
            {
                throw new FuzzFailure($"{converter.Options.Mode} mode: {error}; System.Text.Json {(isJson ? "accepts" : "refuses")} it.");
            }

            if (document is not null)
            {
                document.Validate();
                document.Root.WriteJson(new ArrayBufferWriter<byte>());
                JsonComparison.Require(document.Root, expected!.RootElement);
            }
        }

        return isJson ? "accepted" : "refused";
    }

    private static BlittableDocument? Convert(ReadOnlySpan<byte> json, BlittableConverter converter, out BlittableErrorCode error)
    {
        error = BlittableErrorCode.None;
        try
        {
            return BlittableDocument.Open(converter.Convert(json).ToArray());
        }
        catch (BlittableException exception)
        {
            error = exception.Code;
            return null;
        }
    }
}
