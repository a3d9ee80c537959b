namespace Blittable.Collections.Stripes;

/// <summary>Locates the contents of a path in the directory of its stripe.</summary>
/// <param name="Bytes">The part of the directory. Valid as long as the file is open.</param>
/// <param name="Origin">The offset of the stripe, to which block offsets are relative.</param>
/// <param name="Stripe">The directory.</param>
internal readonly record struct ContentsReference(ReadOnlyMemory<byte> Bytes, long Origin, StripeDirectory Stripe);
