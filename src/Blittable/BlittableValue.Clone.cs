using Blittable.Editing;
using Blittable.Layout;
using Blittable.Reading;
using Blittable.Text;
using Blittable.Writing;

namespace Blittable;

/// <content>Copying a part of a document to a new document.</content>
public readonly ref partial struct BlittableValue
{
    /// <summary>Copies this value and its descendants to a new document that needs no dictionary.</summary>
    /// <remarks>Strings, numbers, dates and names keep their stored forms. Equal values are stored once. The new document has the expansion limit of this
    /// value.</remarks>
    /// <exception cref="BlittableException">The value is uninitialized, damaged, or too large when expanded.</exception>
    public BlittableDocument Clone()
    {
        RequireDefined();
        var writer = new ValueWriter(new BlittableOptions { Mode = BlittableMode.Disk, MaxDepth = int.MaxValue });
        writer.BeginBuilding();
        ValueCopier.Copy(this, writer, keepForms: true);
        return BlittableDocument.OpenLimited(writer.FinishBuilding().ToArray(), dictionary: null, ExpansionLimit.Of(Document.Length, _dictionary));
    }

    /// <summary>Gets the compression for a copy of this string in another document: unchanged, unless it depends on a table of this document.</summary>
    internal StringCompression EncodingOfText
    {
        get
        {
            var tag = Document[Address];
            if (tag == Tag.ContinuedString)
            {
                // Only encoded strings can be continued.
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
