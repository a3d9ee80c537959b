using Blittable.Format;

namespace Blittable;

/// <summary>Names, shapes, symbol tables and frequent strings that many documents share and none of them carries.</summary>
/// <remarks>Any number of threads may read documents with it while one of them writes.</remarks>
public sealed class BlittableDictionary
{
    private volatile DictionarySnapshot _published = new([], [], [], [], [], []);

    /// <summary>How often the dictionary has grown; a document names the version that it needs.</summary>
    public int Version => _published.Version;

    /// <summary>What readers may rely on now.</summary>
    internal DictionarySnapshot Published => _published;
}
