using Blittable.Layout;

namespace Blittable.Collections.Storage;

/// <summary>Describes a stripe in a record directly after it, so it can be found without a footer.</summary>
/// <remarks>
/// <code>
/// a <see cref="SealedRecord"/> of kind 'S' that contains:
///    varint  number of the commit
///    ...     the stripe as in a footer (<see cref="StripeReference"/>), with the rows deleted before it was written
///    ...     its dictionary (<see cref="DictionaryReference"/>), if it has one
///    ...     options of the collection (<see cref="StoredOptions"/>)
/// </code>
/// <para>Footers do not refer to marks. Marks are read to verify a file, and to recover the contents of a damaged one.</para>
/// <para>A large stripe also has a copy of its directory, without which its contents cannot be found. The copy starts <see cref="CopyDistance"/> bytes after
/// the end of the directory, with zero padding after the mark, because disks lose sectors and pages, often adjacent ones.</para>
/// </remarks>
internal sealed record StripeMark(long Offset, long Sequence, StripeReference Stripe, DictionaryReference Dictionary, CollectionOptions Options)
{
    /// <summary>The stripe size from which the cost of a directory copy is negligible.</summary>
    public const int LeastCopied = 1 << 20;

    private const int CopyDistance = 1 << 13;

    /// <summary>Writes the mark of the most recently written stripe, and the copy of its directory.</summary>
    public static void Write(BlockSink sink, long sequence, StripeReference stripe, DictionaryReference dictionary, CollectionOptions options)
    {
        var mark = new StripeMark(sink.Position, sequence, stripe, dictionary, options).ToArray();
        sink.WritePlain(mark);
        if (TryGetCopy(stripe, mark.Length, out _))
        {
            var directory = new byte[stripe.Directory.StoredLength];
            sink.Read(stripe.Directory.Offset, directory);
            sink.WritePlain(new byte[CopyDistance - mark.Length]);
            sink.WritePlain(directory);
        }
    }

    /// <summary>Locates the copy of a stripe's directory.</summary>
    /// <param name="stripe">The stripe.</param>
    /// <param name="markLength">The length of the mark in bytes, or 0 if unknown.</param>
    /// <param name="copy">The location of the copy.</param>
    /// <returns>False if the stripe is too small to have a copy, or its mark is too long.</returns>
    public static bool TryGetCopy(StripeReference stripe, int markLength, out BlockReference copy)
    {
        copy = stripe.Directory with { Offset = stripe.Origin + stripe.Length + CopyDistance };
        return stripe.Length >= LeastCopied && markLength <= CopyDistance;
    }

    public byte[] ToArray()
    {
        var output = new DirectoryBuffer();
        output.WriteCount(Offset);
        output.WriteCount(Sequence);
        Stripe.Write(output);
        if (Stripe.Dictionary > 0)
        {
            Dictionary.Write(output);
        }

        StoredOptions.Write(output, Options);
        return SealedRecord.Seal(SealedRecord.Stripe, output.Written);
    }

    /// <summary>Returns the length in bytes of the mark at an offset.</summary>
    /// <exception cref="BlittableException">There is no mark at the offset.</exception>
    public static int LengthAt(BlockSource source, long offset)
    {
        var header = source.ReadChecked(offset, SealedRecord.HeaderSize, "a stripe mark");
        if (!SealedRecord.IsHeader(header.Span, out _, out var length) || length > int.MaxValue)
        {
            ThrowHelper.InvalidData("a stripe mark", "other bytes", offset);
        }

        return (int)length;
    }

    /// <summary>Verifies the mark of a stripe and the copy of its directory.</summary>
    /// <exception cref="BlittableException">The mark or the copy is damaged, or does not belong to the stripe.</exception>
    public static void Check(BlockSource source, StripeReference stripe)
    {
        var offset = stripe.Origin + stripe.Length;
        var length = LengthAt(source, offset);
        var mark = Read(source.ReadChecked(offset, length, "a stripe mark"), offset);
        if (mark.Stripe.Origin != stripe.Origin || mark.Stripe.Directory != stripe.Directory || mark.Stripe.Numbers != stripe.Numbers)
        {
            ThrowHelper.InvalidData($"the mark of the stripe at byte {stripe.Origin}", "the mark of another stripe", offset);
        }

        if (TryGetCopy(stripe, length, out var copy))
        {
            source.ReadChecked(copy, "the copy of a stripe directory");
        }
    }

    /// <exception cref="BlittableException">The mark is damaged, or its stripe does not end at its start.</exception>
    public static StripeMark Read(ReadOnlyMemory<byte> bytes, long offset)
    {
        var fields = SealedRecord.Open(bytes, SealedRecord.Stripe, offset);
        var sequence = fields.TakeCount("a commit number", long.MaxValue);
        var stripe = StripeReference.Read(ref fields, int.MaxValue);
        if (stripe.Origin < Superblock.DataStart || stripe.Origin + stripe.Length != offset)
        {
            ThrowHelper.InvalidData(
                $"a stripe that ends at byte {offset}", $"a stripe at byte {stripe.Origin} with a directory at byte {stripe.Directory.Offset}", offset);
        }

        var dictionary = stripe.Dictionary > 0 ? DictionaryReference.Read(ref fields) : default;
        var options = StoredOptions.Read(ref fields);
        if (!fields.IsAtEnd)
        {
            ThrowHelper.InvalidData("the end of a stripe mark after the options", "additional bytes", offset);
        }

        return new StripeMark(offset, sequence, stripe, dictionary, options);
    }
}
