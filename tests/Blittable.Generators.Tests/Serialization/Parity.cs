using System.Reflection;
using System.Text.Encodings.Web;
using System.Text.Json;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>Compares what BlittableSerializer writes and reads with System.Text.Json.</summary>
internal static partial class Parity
{
    public static readonly JsonSerializerOptions Plain = new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    private static readonly MethodInfo s_check = typeof(Parity).GetMethods().Single(method => method is { Name: nameof(Check), IsGenericMethod: true });

    /// <summary>Replaces unnecessary escapes with their characters.</summary>
    public static string Unescaped(string text) => Escapes().Replace(text, found =>
        found.Value[1] == 'u' && (char)Convert.ToInt32(found.Value[2..], 16) is >= '\u007f' and var letter ? letter.ToString() : found.Value.ToLowerInvariant());

    /// <summary>Compares the bytes and the deserialized value with those of the framework, in both modes, with and without a dictionary.</summary>
    public static void Check<T>(T value, JsonSerializerOptions? json = null)
    {
        json ??= Plain;
        var text = Unescaped(JsonSerializer.Serialize(value, json));
        var again = JsonSerializer.Serialize(JsonSerializer.Deserialize<T>(text, json), json);
        foreach (var mode in Enum.GetValues<BlittableMode>())
        {
            foreach (var dictionary in new[] { null, new BlittableDictionary() })
            {
                var options = new BlittableOptions { Mode = mode, Dictionary = dictionary };
                // A dictionary learns the shapes in the first rounds and uses them in later rounds.
                var rounds = dictionary is null ? 1 : 6;
                for (var round = 0; round < rounds; round++)
                {
                    var bytes = BlittableSerializer.Serialize(value, options);
                    Assert.Equal(text, Unescaped(BlittableValue.Open(bytes, dictionary).ToJson()));
                    var back = BlittableSerializer.Deserialize<T>(bytes, options);
                    Assert.Equal(again, JsonSerializer.Serialize(back, json));
                }

                // Documents converted from JSON, with dates and numbers in the converter's form, can be read too.
                using var parsed = BlittableDocument.Parse(text, options);
                Assert.Equal(again, JsonSerializer.Serialize(BlittableSerializer.Deserialize<T>(parsed.Root), json));
            }
        }
    }

    /// <inheritdoc cref="Check{T}"/>
    public static void Check(Type type, object? value, JsonSerializerOptions? json = null)
    {
        try
        {
            s_check.MakeGenericMethod(type).Invoke(null, [value, json]);
        }
        catch (TargetInvocationException fault)
        {
            throw new InvalidOperationException($"{type}: {fault.InnerException!.Message}", fault.InnerException);
        }
    }

    [System.Text.RegularExpressions.GeneratedRegex(@"\\(u[0-9a-fA-F]{4}|.)")]
    private static partial System.Text.RegularExpressions.Regex Escapes();
}
