using System.Text;

namespace Blittable.Arrow.Tests;

/// <summary>Builds Variant values that no encoder writes, byte by byte.</summary>
internal static class VariantBytes
{
    /// <summary>The header of a metadata with 4-byte offsets in version 1.</summary>
    private const byte MetadataHeader = 0xC1;

    /// <summary>The header of an object with 1-byte ids and 4-byte offsets, and of an array with a 4-byte count and 4-byte offsets.</summary>
    private const byte ObjectHeader = 0x0E, ArrayHeader = 0x1F;

    /// <summary>Returns an object whose fields all refer to one value.</summary>
    public static (byte[] Metadata, byte[] Value) ObjectOf(int fields, byte[] shared)
    {
        List<byte> value = [ObjectHeader, (byte)fields, .. Enumerable.Range(0, fields).Select(id => (byte)id)];
        for (var field = 0; field < fields; field++)
        {
            value.AddRange(BitConverter.GetBytes(0));
        }

        value.AddRange([.. BitConverter.GetBytes(shared.Length), .. shared]);
        return (Metadata([.. Enumerable.Range(0, fields).Select(id => $"n{id:000}")]), [.. value]);
    }

    /// <summary>Returns an array of objects, each with a null of one name.</summary>
    public static (byte[] Metadata, byte[] Value) ObjectsWithName(string name, int objects)
    {
        byte[] element = [ObjectHeader, 1, 0, .. BitConverter.GetBytes(0), .. BitConverter.GetBytes(1), 0x00];
        List<byte> value = [ArrayHeader, .. BitConverter.GetBytes(objects)];
        for (var index = 0; index <= objects; index++)
        {
            value.AddRange(BitConverter.GetBytes(index * element.Length));
        }

        for (var index = 0; index < objects; index++)
        {
            value.AddRange(element);
        }

        return (Metadata([name]), [.. value]);
    }

    private static byte[] Metadata(string[] names)
    {
        List<byte> bytes = [MetadataHeader, .. BitConverter.GetBytes(names.Length), .. BitConverter.GetBytes(0)];
        var end = 0;
        foreach (var name in names)
        {
            bytes.AddRange(BitConverter.GetBytes(end += Encoding.UTF8.GetByteCount(name)));
        }

        bytes.AddRange(Encoding.UTF8.GetBytes(string.Concat(names)));
        return [.. bytes];
    }
}
