using System.Buffers;
using Blittable.Layout;

namespace Blittable.Wire;

/// <summary>Writes values as MessagePack, straight into the buffers of an <see cref="IBufferWriter{T}"/>.</summary>
internal static class Packer
{
    public static void Write(BlittableValue value, IBufferWriter<byte> output, BlittableMessagePackOptions options)
    {
        value.RequireDefined();

        // Every value is at least one byte of text; where nothing is shared, also at least one byte of the document.
        var trailer = Trailer.Read(value.Document);
        PackKernel.Write(value, output, options, trailer.MaxValues);
    }
}
