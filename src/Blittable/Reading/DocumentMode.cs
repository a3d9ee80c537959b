using Blittable.Layout;

namespace Blittable.Reading;

/// <summary>Detects the mode that a document was written in, which documents do not record.</summary>
internal static class DocumentMode
{
    /// <summary>The maximum number of values to inspect. The first strings or dates of most documents reveal the mode.</summary>
    private const int MaxValues = 1000;

    /// <summary>Returns the mode, or memory mode for a document whose values would be the same in both modes.</summary>
    /// <exception cref="BlittableException">An inspected value is damaged.</exception>
    public static BlittableMode Of(BlittableValue root)
    {
        var document = root.Document;
        if ((document[^1] & (Trailer.Shared | Trailer.HasSymbols)) != 0)
        {
            return BlittableMode.Disk;
        }

        var waiting = new Queue<int>();
        waiting.Enqueue(root.Address);
        for (var left = MaxValues; left > 0 && waiting.TryDequeue(out var address); left--)
        {
            var value = root.WithAddress(address);
            var tag = RawBytes.ReadTag(document, address);
            if (tag is Tag.NumberArray or Tag.ContinuedString || tag >= Tag.CompactDate)
            {
                return BlittableMode.Disk;
            }

            if (StoredDate.IsDate(tag))
            {
                return BlittableMode.Memory;
            }

            if (value.TryReadArray(out var children) || value.TryReadObject(out children, out _))
            {
                for (var i = 0; i < children.Count && waiting.Count < left; i++)
                {
                    waiting.Enqueue(children.Child(i));
                }
            }
        }

        return BlittableMode.Memory;
    }
}
