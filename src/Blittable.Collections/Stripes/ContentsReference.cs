namespace Blittable.Collections.Stripes;

/// <summary>Where the contents of a path are in the directory of its stripe.</summary>
/// <param name="Bytes">The part of the directory; valid as long as its file is open.</param>
/// <param name="Origin">Where the stripe starts, to which offsets of blocks are relative.</param>
/// <param name="Stripe">The directory.</param>
internal readonly record struct ContentsReference(ReadOnlyMemory<byte> Bytes, long Origin, StripeDirectory Stripe);
