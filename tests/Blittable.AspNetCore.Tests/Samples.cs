using System.Text;

namespace Blittable.AspNetCore.Tests;

internal static class Samples
{
    /// <summary>Creates a document that can be read only with a dictionary.</summary>
    public static BlittableDocument WithDictionary(string json)
    {
        var dictionary = BlittableDictionary.Train(Enumerable.Repeat(new ReadOnlyMemory<byte>(Encoding.UTF8.GetBytes(json)), 50));
        var document = BlittableDocument.Parse(json, new BlittableOptions { Mode = BlittableMode.Disk, Dictionary = dictionary });
        Assert.True(document.NeedsDictionary);
        return document;
    }
}
