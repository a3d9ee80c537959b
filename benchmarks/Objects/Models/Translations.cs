using MemoryPack;
using global::MessagePack;
using PolyType;
using ProtoBuf;

namespace Blittable.Benchmarks.Objects.Models;

/// <summary>Represents the texts of a program in one language, a dictionary of strings. The languages lack different texts.</summary>
[BlittableSerializable]
[MessagePackObject]
[MemoryPackable]
[ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
[GenerateShape]
public sealed partial class Translations
{
    private static readonly string[] s_pages = ["checkout", "basket", "search", "account", "product", "orders"];
    private static readonly string[] s_elements = ["title", "hint", "button.save", "button.cancel", "error.required", "error.length", "help", "footer"];

    [Key(0)]
    public string Language { get; set; } = "";

    [Key(1)]
    public Dictionary<string, string> Texts { get; set; } = [];

    public static Translations Create(Random random)
    {
        var translations = new Translations { Language = Words.Country(random) };
        foreach (var page in s_pages)
        {
            foreach (var element in s_elements.Where(_ => random.Next(4) != 0))
            {
                translations.Texts.Add($"{page}.{element}", Words.Text(random, random.Next(1, 8)));
            }
        }

        return translations;
    }
}
