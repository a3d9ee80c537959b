using System.Buffers.Binary;
using Blittable.Arrow;
using Blittable.Fuzz.Inputs;
using Blittable.Fuzz.Running;

namespace Blittable.Fuzz.Targets;

/// <summary>
/// Variant values: damaged bytes are refused or become a document that is valid and, unless Variant cannot store it, comes back equal. An input is the length of the
/// metadata in two bytes, the metadata and the value.
/// </summary>
internal sealed class VariantTarget : FuzzTarget
{
    private const int HeadLength = 2, Count = 400;

    private static readonly BlittableVariantOptions Dates = new() { DatesAsTimestamps = true };

    private static readonly Lazy<byte[][]> Sound = new(() => [.. Enumerable.Range(0, Count).Select(Encoded).OfType<byte[]>()]);

    public override string Name => "variants";

    public override byte[] Make(FuzzRandom random)
    {
        var sound = random.Pick<byte[]>(Sound.Value);
        return random.OneIn(8) ? sound : random.OneIn(2) ? ByteMutator.Overwrite(random, sound) : ByteMutator.Mutate(random, sound, random.Pick<byte[]>(Sound.Value));
    }

    public override string Run(Memory<byte> input)
    {
        if (input.Length < HeadLength)
        {
            return "no head";
        }

        var length = Math.Min(BinaryPrimitives.ReadUInt16LittleEndian(input.Span), input.Length - HeadLength);
        var metadata = input.Span.Slice(HeadLength, length);
        var value = input.Span[(HeadLength + length)..];
        using var document = BlittableVariant.Decode(metadata, value);
        document.Validate();
        var dates = ComesBack(document, Dates);
        return dates | ComesBack(document, null) ? "came back" : "decoded";
    }

    /// <summary>Encodes and decodes a document.</summary>
    /// <returns>False if Variant cannot store it.</returns>
    private static bool ComesBack(BlittableDocument document, BlittableVariantOptions? options)
    {
        byte[] metadata, value;
        try
        {
            (metadata, value) = BlittableVariant.Encode(document.Root, options);
        }
        catch (BlittableException exception) when (exception.Code is BlittableErrorCode.DuplicateName or BlittableErrorCode.NumberOutOfRange)
        {
            return false;
        }

        using var back = BlittableVariant.Decode(metadata, value);
        return BlittableValue.DeepEquals(document.Root, back.Root) ? true
            : throw new FuzzFailure($"{back.Root.ToJson(new BlittableJsonOptions { NotJson = BlittableNotJson.String })} came back for {document.Root.ToJson(new BlittableJsonOptions { NotJson = BlittableNotJson.String })}.");
    }

    private static byte[]? Encoded(int seed)
    {
        using var document = BlittableDocument.Parse(JsonTexts.Make(new FuzzRandom(1, (ulong)seed)));
        try
        {
            var (metadata, value) = BlittableVariant.Encode(document.Root, seed % 2 == 0 ? Dates : null);
            return [(byte)metadata.Length, (byte)(metadata.Length >> 8), .. metadata, .. value];
        }
        catch (BlittableException exception) when (exception.Code is BlittableErrorCode.DuplicateName or BlittableErrorCode.NumberOutOfRange)
        {
            return null;
        }
    }
}
