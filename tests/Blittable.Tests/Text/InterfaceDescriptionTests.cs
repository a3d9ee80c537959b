namespace Blittable.Tests.Text;

/// <summary>Large documents in which most strings begin like an earlier string.</summary>
[Trait(Category.Name, Category.Vector)]
public class InterfaceDescriptionTests
{
    [Fact]
    public void A_description_of_megabytes_is_restored_with_every_option()
    {
        var json = InterfaceDescription.Make(operations: 500, seed: 1);
        Assert.InRange(json.Length, 1_000_000, 5_000_000);
        foreach (var options in RoundTrip.Options())
        {
            using var converter = new BlittableConverter(options);
            RoundTrip.AssertSame(json, converter.Convert(json).ToArray(), options);
        }
    }

    [Fact]
    public void Descriptions_with_a_dictionary_are_restored()
    {
        var documents = Enumerable.Range(0, 30).Select(seed => InterfaceDescription.Make(operations: 1 + (seed % 5), seed)).ToArray();
        var samples = documents.Select(json => (ReadOnlyMemory<byte>)json);
        var dictionary = BlittableDictionary.Train(samples, new BlittableTrainingOptions { FrequentStrings = true });
        foreach (var options in RoundTrip.Options(dictionary))
        {
            using var converter = new BlittableConverter(options);
            foreach (var json in documents)
            {
                RoundTrip.AssertSame(json, converter.Convert(json).ToArray(), options);
            }
        }
    }
}
