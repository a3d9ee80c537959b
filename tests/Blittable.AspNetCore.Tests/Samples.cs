using System.Text;

namespace Blittable.AspNetCore.Tests;

internal static class Samples
{
    /// <summary>Creates a document that can be read only with a dictionary.</summary>
    public static BlittableDocument WithDictionary(string json)
    {
        var document = BlittableDocument.Parse(json, new BlittableOptions { Mode = BlittableMode.Disk, Dictionary = Dictionary(json) });
        Assert.True(document.NeedsDictionary);
        return document;
    }

    /// <summary>Trains a dictionary for documents like one text.</summary>
    public static BlittableDictionary Dictionary(string json) =>
        BlittableDictionary.Train(Enumerable.Repeat(new ReadOnlyMemory<byte>(Encoding.UTF8.GetBytes(json)), 50));
}
