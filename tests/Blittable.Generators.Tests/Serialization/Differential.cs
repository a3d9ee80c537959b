using System.Reflection;
using System.Text.Json;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>Compares texts, objects and refusals with System.Text.Json.</summary>
internal static class Differential
{
    private static readonly MethodInfo s_read = typeof(Differential).GetMethods().Single(method => method is { Name: nameof(Read), IsGenericMethod: true });
    private static readonly MethodInfo s_write = typeof(Differential).GetMethods().Single(method => method is { Name: nameof(Write), IsGenericMethod: true });

    /// <summary>Compares the text of a value, or the refusal to write it.</summary>
    public static void Write<T>(T value, JsonSerializerOptions? json = null) => Assert.Equal(
        Expected(() => JsonSerializer.Serialize(value, json ?? Parity.Plain)),
        Found(() => BlittableValue.Open(BlittableSerializer.Serialize(value)).ToJson()));

    /// <inheritdoc cref="Write{T}"/>
    public static void Write(Type type, object? value, JsonSerializerOptions? json = null) => Call(s_write, type, value, json);

    /// <summary>Compares the objects read from a text in all modes, or the refusal to read it.</summary>
    public static void Read<T>(string text, JsonSerializerOptions? json = null)
    {
        json ??= Parity.Plain;
        var expected = Expected(() => Text(JsonSerializer.Deserialize<T>(text, json), json));
        foreach (var mode in Enum.GetValues<BlittableMode>())
        {
            using var document = BlittableDocument.Parse(text, new BlittableOptions { Mode = mode });
            Assert.Equal($"{text} {expected}", $"{text} {Found(() => Text(BlittableSerializer.Deserialize<T>(document.Root), json))}");
        }
    }

    /// <summary>Returns the text of a value, or that it has none.</summary>
    private static string Text<T>(T? value, JsonSerializerOptions json)
    {
        try
        {
            return JsonSerializer.Serialize(value, json);
        }
        catch (Exception fault) when (fault is ArgumentException or InvalidOperationException or JsonException)
        {
            return fault.GetType().Name;
        }
    }

    /// <inheritdoc cref="Read{T}"/>
    public static void Read(Type type, string text, JsonSerializerOptions? json = null) => Call(s_read, type, text, json);

    private static void Call(MethodInfo method, Type type, params object?[] arguments)
    {
        try
        {
            method.MakeGenericMethod(type).Invoke(null, arguments);
        }
        catch (TargetInvocationException fault)
        {
            System.Runtime.ExceptionServices.ExceptionDispatchInfo.Throw(fault.InnerException!);
        }
    }

    private static string Expected(Func<string> run)
    {
        try
        {
            return run();
        }
        catch (Exception fault) when (fault is JsonException or NotSupportedException or ArgumentException or InvalidOperationException or InvalidCastException)
        {
            return "refused";
        }
    }

    /// <summary>Returns the text, or that the value is refused. Other exceptions are faults of the serializer.</summary>
    private static string Found(Func<string> run)
    {
        try
        {
            return run();
        }
        catch (Exception fault) when (fault is BlittableException or NotSupportedException)
        {
            return "refused";
        }
    }
}
