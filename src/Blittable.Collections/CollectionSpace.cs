namespace Blittable.Collections;

/// <summary>Describes the number of bytes in a collection's file that have the same use.</summary>
/// <param name="Use">The use.</param>
/// <param name="Path">The path of the stored or indexed values, or an empty string if the bytes do not belong to a single path.</param>
/// <param name="Bytes">The number of bytes in the file.</param>
/// <param name="Blocks">The number of blocks that the bytes are stored in.</param>
public sealed record CollectionSpace(CollectionSpaceUse Use, string Path, long Bytes, int Blocks);
