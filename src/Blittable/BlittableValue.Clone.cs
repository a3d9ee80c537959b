using Blittable.Editing;
using Blittable.Layout;
using Blittable.Reading;
using Blittable.Text;
using Blittable.Writing;

namespace Blittable;

/// <content>A part of a document as a document.</content>
public readonly ref partial struct BlittableValue
{
    /// <summary>Copies this value and its descendants to a document of its own that needs no dictionary.</summary>
    /// <remarks>Strings, numbers, dates and names keep the modes that they have; equal values are stored once.</remarks>
    /// <exception cref="BlittableException">The value is a default one or damaged, or too large once expanded.</exception>
    public BlittableDocument Clone()
    {
        RequireDefined();
        var writer = new ValueWriter(new BlittableOptions { Mode = BlittableMode.Disk, MaxDepth = int.MaxValue });
        writer.BeginBuilding();
        ValueCopier.Copy(this, writer, keepForms: true);
        return BlittableDocument.OpenLimited(writer.FinishBuilding().ToArray(), dictionary: null, MaxExpandedBytes);
    }

    /// <summary>How a copy of this string is encoded outside its document: as it is here, if that needs no table of the document's own.</summary>
    internal StringCompression EncodingOfText
    {
        get
        {
            var tag = Document[Address];
            if (tag == Tag.ContinuedString)
            {
                // Only encoded strings are continued.
                var rest = Document[ContinuedText.Read(Document, Address, out _, out _)];
                tag = rest < Tag.EncodedString ? (byte)(Tag.EncodedString - 1 + (int)StringEncoding.Smaz) : rest;
            }

            return (StringEncoding)(tag - Tag.EncodedString + 1) switch
            {
                StringEncoding.Smaz or StringEncoding.NibbleDecimal or StringEncoding.NibbleHex => StringCompression.Smaz,
                StringEncoding.General or StringEncoding.Trained => StringCompression.General,
                _ => StringCompression.None,
            };
        }
    }
}
