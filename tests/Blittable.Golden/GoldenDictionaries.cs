namespace Blittable.Golden;

/// <summary>Lists the golden dictionaries. Each is stored in <c>dictionaries/NAME.hex</c>.</summary>
internal static class GoldenDictionaries
{
    /// <summary>Shapes, frequent strings and a symbol table, in one version.</summary>
    public const string First = "first";

    /// <summary>The first dictionary with a second version, which adds a symbol table and the names, shapes and strings of new documents.</summary>
    public const string Second = "second";

    /// <summary>The changes from <see cref="First"/> to <see cref="Second"/>, as a program that has the first version receives them.</summary>
    public const string Changes = "changes";

    public static BlittableDictionary Train() => BlittableDictionary.Train(GoldenJson.Orders(0, 60));

    /// <summary>Adds a version to a dictionary.</summary>
    public static void Retrain(BlittableDictionary dictionary) => dictionary.Retrain(GoldenJson.Releases(0, 60));
}
