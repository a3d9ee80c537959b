using Blittable.Fuzz.Inputs;
using Blittable.Fuzz.Running;
using Blittable.Tests.Wire;

namespace Blittable.Fuzz.Targets;

/// <summary>MessagePack: accepted exactly if a naive reader accepts it, with the same values. The written form must be read as the same document.</summary>
internal sealed class MessagePackTarget : FuzzTarget
{
    private const int MaxSound = 4096;

    private static readonly BlittableMessagePackOptions Plain = new() { DateExtension = null, Numbers = BlittableMessagePackNumbers.Text };

    private static readonly BlittableMessagePackOptions Dates = new() { Numbers = BlittableMessagePackNumbers.Text, KeysToText = true };

    private static readonly BlittableMessagePack WithDates = new(format: Dates);

    private static readonly BlittableJsonOptions Json = new() { NotJson = BlittableNotJson.String };

    private static readonly Lazy<byte[][]> Sound = new(() => [.. Enumerable.Range(0, 500).Select(seed => new RandomMessagePack(seed).Next()).Where(bytes => bytes.Length < MaxSound)]);

    /// <summary>The headers of an extension of type -1 with 4, 8 or 12 bytes: the fixed forms, and lengths of one, two and four bytes.</summary>
    private static readonly byte[][] TimestampHeads =
    [
        [0xD6, 0xFF], [0xD7, 0xFF],
        [0xC7, 4, 0xFF], [0xC7, 8, 0xFF], [0xC7, 12, 0xFF],
        [0xC8, 0, 4, 0xFF], [0xC8, 0, 8, 0xFF], [0xC8, 0, 12, 0xFF],
        [0xC9, 0, 0, 0, 4, 0xFF], [0xC9, 0, 0, 0, 8, 0xFF], [0xC9, 0, 0, 0, 12, 0xFF],
    ];

    private readonly BlittableMessagePack[] _converters =
        [.. Enum.GetValues<BlittableMode>().Select(mode => new BlittableMessagePack(new BlittableOptions { Mode = mode, DetectDates = false }, Plain))];

    public override string Name => "messagepack";

    public override byte[] Make(FuzzRandom random)
    {
        var bytes = random.Pick<byte[]>(Sound.Value);
        return random.OneIn(8) ? bytes : ByteMutator.Mutate(random, bytes, random.Pick<byte[]>(Sound.Value));
    }

    public override string Run(Memory<byte> input)
    {
        var expected = Slow(input.Span);
        var outcome = "refused";
        BlittableMessagePack.TryGetLength(input.Span, out _);
        foreach (var converter in _converters)
        {
            var found = Read(input.Span, converter, out var error);
            if (expected != found && !HasTimestamp(input.Span))
            {
                throw new FuzzFailure($"Converter {Array.IndexOf(_converters, converter)}: {error} {found} for {expected}");
            }

            outcome = found is null ? "refused" : "accepted";
        }

        try
        {
            using var dated = BlittableDocument.Open(WithDates.Convert(input.Span).ToArray());
            RequireSame(dated, Dates, WithDates);
        }
        catch (BlittableException) when (expected is null)
        {
        }
        catch (BlittableException exception) when (exception.Code is BlittableErrorCode.NotJson or BlittableErrorCode.InvalidData)
        {
            // An extension of the date type that is not a date.
        }

        return outcome;
    }

    private static string? Read(ReadOnlySpan<byte> input, BlittableMessagePack converter, out BlittableErrorCode error)
    {
        error = BlittableErrorCode.None;
        try
        {
            using var document = BlittableDocument.Open(converter.Convert(input).ToArray());
            document.Validate();
            RequireSame(document, Plain, converter);
            return document.Root.ToJson(Json);
        }
        catch (BlittableException exception)
        {
            error = exception.Code;
            return null;
        }
    }

    /// <summary>Writes a document as MessagePack and reads the result.</summary>
    private static void RequireSame(BlittableDocument document, BlittableMessagePackOptions format, BlittableMessagePack converter)
    {
        var packed = BlittableMessagePack.ToArray(document.Root, format);
        using var again = BlittableDocument.Open(converter.Convert(packed).ToArray());
        if (!BlittableMessagePack.TryGetLength(packed, out var length) || length != packed.Length)
        {
            throw new FuzzFailure($"The length of written MessagePack is {packed.Length}, and {length} is found.");
        }

        if (again.Root.ToJson(Json) != document.Root.ToJson(Json))
        {
            throw new FuzzFailure($"{again.Root.ToJson(Json)} for {document.Root.ToJson(Json)}");
        }
    }

    /// <summary>Determines whether there may be a MessagePack timestamp, which the naive reader treats like any other extension.</summary>
    private static bool HasTimestamp(ReadOnlySpan<byte> input)
    {
        foreach (var head in TimestampHeads)
        {
            if (input.IndexOf(head) >= 0)
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Reads with the naive reader, which has no depth limit. Inputs are not deep enough to exceed the limit of documents.</summary>
    private static string? Slow(ReadOnlySpan<byte> input)
    {
        try
        {
            var at = 0;
            var json = SlowMessagePack.ToJson(input, ref at);
            return at == input.Length ? json : null;
        }
        catch (InvalidDataException)
        {
            return null;
        }
    }
}
