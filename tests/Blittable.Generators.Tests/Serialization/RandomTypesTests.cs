using System.Globalization;
using System.Reflection;
using System.Text.Json;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>
/// Random types compile, and random instances have the text of the framework and come back, in both modes, with and without a dictionary. The environment
/// variables BLITTABLE_TYPES, BLITTABLE_INSTANCES and BLITTABLE_SEED make a campaign of it.
/// </summary>
public sealed class RandomTypesTests
{
    private const int TypesAtATime = 20;

    private static readonly MethodInfo s_check = typeof(RandomTypesTests).GetMethod(nameof(CheckAll), BindingFlags.NonPublic | BindingFlags.Static)!;

    [Fact]
    public void Instances_of_random_types_have_the_text_of_the_framework_and_come_back()
    {
        var (types, instances, seed) = (Setting("TYPES", 60), Setting("INSTANCES", 20), Setting("SEED", 1));
        for (var done = 0; done < types; done += TypesAtATime, seed++)
        {
            var written = new RandomTypes(seed, TypesAtATime);
            foreach (var type in (Type[])CompiledTypes.Of(written.Source, nullable: false).Call("Roots", "Make")!)
            {
                try
                {
                    s_check.MakeGenericMethod(type).Invoke(null, [written.Json, seed, instances]);
                }
                catch (TargetInvocationException fault)
                {
                    throw new InvalidOperationException($"Seed {seed}, type {type}: {fault.InnerException!.Message}\n{written.Source}", fault.InnerException);
                }
            }
        }
    }

    private static void CheckAll<T>(JsonSerializerOptions json, int seed, int instances)
    {
        var random = new RandomObjects(seed);
        var options = Enum.GetValues<BlittableMode>().SelectMany(mode => new[] { null, new BlittableDictionary() }.Select(dictionary => new BlittableOptions { Mode = mode, Dictionary = dictionary })).ToList();
        for (var i = 0; i < instances; i++)
        {
            var value = (T)random.Value(typeof(T))!;
            var text = JsonSerializer.Serialize(value, json);
            var again = Again<T>(text, json);
            foreach (var option in options)
            {
                var bytes = BlittableSerializer.Serialize(value, option);
                Assert.Equal(text, BlittableValue.Open(bytes, option.Dictionary).ToJson());
                if (again is null)
                {
                    Assert.Throws<BlittableException>(() => BlittableSerializer.Deserialize<T>(bytes, option));
                    continue;
                }

                Assert.Equal(again, JsonSerializer.Serialize(BlittableSerializer.Deserialize<T>(bytes, option), json));
            }
        }
    }

    /// <summary>Gets the text of what System.Text.Json reads from its own text; null where it refuses that, as a required member that is null was not written.</summary>
    private static string? Again<T>(string text, JsonSerializerOptions json)
    {
        try
        {
            return JsonSerializer.Serialize(JsonSerializer.Deserialize<T>(text, json), json);
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private static int Setting(string name, int otherwise) =>
        Environment.GetEnvironmentVariable("BLITTABLE_" + name) is { Length: > 0 } text ? int.Parse(text, CultureInfo.InvariantCulture) : otherwise;
}
