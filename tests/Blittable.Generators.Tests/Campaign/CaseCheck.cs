using System.Reflection;
using System.Text.Json;
using Blittable.Generators.Tests.Serialization;

namespace Blittable.Generators.Tests.Campaign;

/// <summary>Compares random instances of one type with System.Text.Json in both modes, with and without a dictionary.</summary>
internal sealed partial class CaseCheck
{
    private static readonly MethodInfo s_all = typeof(CaseCheck).GetMethod(nameof(CheckAll), BindingFlags.NonPublic | BindingFlags.Instance)!;
    private static readonly MethodInfo s_view = typeof(CaseCheck).GetMethod(nameof(CheckView), BindingFlags.NonPublic | BindingFlags.Instance)!;

    private readonly JsonSerializerOptions _json;
    private readonly int _seed;
    private readonly List<string> _ignored;
    private readonly bool _namesFloats;
    private readonly BlittableOptions[] _options =
    [
        .. Enum.GetValues<BlittableMode>().SelectMany(mode => new[] { null, new BlittableDictionary() }.Select(dictionary => new BlittableOptions { Mode = mode, Dictionary = dictionary })),
    ];

    private CaseCheck(JsonSerializerOptions json, int seed, string source)
    {
        (_json, _seed, _namesFloats) = (json, seed, source.Contains("AllowNamedFloatingPointLiterals", StringComparison.Ordinal));
        _ignored = [.. IgnoredMember().Matches(source).Select(found => found.Groups[1].Value).Select(name => json.PropertyNamingPolicy?.ConvertName(name) ?? name).Distinct()];
    }

    /// <summary>Gets the number of instances that both serializers refused to write.</summary>
    public int Refused { get; private set; }

    /// <summary>Compiles a case and checks its instances.</summary>
    /// <exception cref="Exception">The serializers differ, or one of them failed.</exception>
    public static CaseCheck Run(TypeCase found, int seed, int instances)
    {
        var types = CompiledTypes.Of(found.Source, nullable: false);
        var check = new CaseCheck(found.Json, seed, found.Source);
        try
        {
            s_all.MakeGenericMethod((Type)types.Call("Roots", "Root")!).Invoke(check, [instances]);
            if (types.Call("Roots", "View") is ValueTuple<Type, Func<byte[], BlittableDictionary?, object?>> view)
            {
                s_view.MakeGenericMethod(view.Item1).Invoke(check, [view.Item2, instances / 4]);
            }
        }
        catch (TargetInvocationException fault)
        {
            System.Runtime.ExceptionServices.ExceptionDispatchInfo.Throw(fault.InnerException!);
        }

        return check;
    }

    private void CheckAll<T>(int instances)
    {
        RequireUsable<T>();
        var random = new RandomObjects(_seed, _json.RespectNullableAnnotations ? 200 : 6) { MakesNonFinite = _namesFloats };
        var changes = new JsonChanges(new Random(_seed), _ignored);
        var sequence = new List<(T Value, string Again)>();
        for (var i = 0; i < instances; i++)
        {
            var value = (T)random.Value(typeof(T))!;
            if (Written(value) is not { } text)
            {
                continue;
            }

            Refused += text.StartsWith('!') ? 1 : 0;
            var again = text.StartsWith('!') ? text : Again<T>(text);
            var isWriteOnly = again is null;
            foreach (var options in _options)
            {
                byte[] bytes = [];
                Equal(text, Outcome(() => BlittableValue.Open(bytes = BlittableSerializer.Serialize(value, options), options.Dictionary).ToJson()), options, "written");
                if (!text.StartsWith('!'))
                {
                    // A type that System.Text.Json only writes must have the same text in all configurations, or cannot be created here either.
                    var found = Outcome(() => JsonSerializer.Serialize(BlittableSerializer.Deserialize<T>(bytes, options), _json), mayRefuse: isWriteOnly);
                    Equal(again ??= found, found, options, $"read from {text}");
                }
            }

            if (sequence.Count < 20 && again is not null && !again.StartsWith('!'))
            {
                sequence.Add((value, again));
            }

            if (i % 3 == 0 && !text.StartsWith('!') && !isWriteOnly)
            {
                CheckText<T>(i % 6 == 0 ? text : changes.Change(text));
            }
        }

        CheckSequence(sequence).GetAwaiter().GetResult();
    }

    /// <summary>Checks that objects are restored from a stream of documents.</summary>
    private async Task CheckSequence<T>(List<(T Value, string Again)> sequence)
    {
        foreach (var options in _options)
        {
            using var stream = new MemoryStream();
            await BlittableSerializer.SerializeAsyncEnumerable(stream, sequence.ToAsyncEnumerable().Select(pair => pair.Value), options);
            stream.Position = 0;
            var at = 0;
            await foreach (var value in BlittableSerializer.DeserializeAsyncEnumerable<T>(stream, options))
            {
                Equal(sequence[at++].Again, JsonSerializer.Serialize(value, _json), options, "read from a stream");
            }

            Assert.Equal(sequence.Count, at);
        }
    }

    /// <summary>Refuses a type that System.Text.Json cannot describe.</summary>
    /// <exception cref="NotSupportedException">System.Text.Json cannot describe the type.</exception>
    private void RequireUsable<T>()
    {
        try
        {
            JsonSerializer.Serialize(default(T), _json);
            JsonSerializer.Deserialize<T>("{}", _json);
        }
        catch (Exception fault) when (fault is JsonException or NotSupportedException)
        {
            // A text or an object is refused, not the type.
        }
        catch (Exception fault) when (fault is InvalidOperationException or IndexOutOfRangeException or NullReferenceException)
        {
            throw new NotSupportedException("System.Text.Json: " + fault.Message, fault);
        }
    }

    /// <summary>Checks that a document converted from JSON text is deserialized to what System.Text.Json reads from the text.</summary>
    private void CheckText<T>(string text)
    {
        if (Again<T>(text) is not { } again)
        {
            return;
        }

        foreach (var options in _options)
        {
            using var document = BlittableDocument.Parse(text, options);
            var found = Outcome(() => JsonSerializer.Serialize(BlittableSerializer.Deserialize<T>(document.Root), _json), mayRefuse: again.StartsWith('!'));

            // System.Text.Json refuses duplicate names in a JsonNode only when its properties are read.
            if (!found.StartsWith('!') || !found.Contains("A JsonNode cannot have duplicate names", StringComparison.Ordinal))
            {
                Equal(again, found, options, $"read from the JSON {text}");
            }
        }
    }

    /// <summary>Checks that a view reads the values of the object.</summary>
    private void CheckView<T>(Func<byte[], BlittableDictionary?, object?> read, int instances)
    {
        var random = new RandomObjects(_seed, 6);
        var plain = new JsonSerializerOptions(Parity.Plain);
        for (var i = 0; i < instances; i++)
        {
            var value = (T)random.Value(typeof(T))!;
            var text = JsonSerializer.Serialize(value, plain);
            foreach (var options in _options)
            {
                var bytes = BlittableSerializer.Serialize(value, options);
                Equal(text, Outcome(() => JsonSerializer.Serialize((T?)read(bytes, options.Dictionary), plain)), options, "viewed");
            }
        }
    }

    /// <summary>Returns the text that System.Text.Json writes, or null for a value that it fails on, such as an array segment without an array.</summary>
    private string? Written<T>(T value)
    {
        try
        {
            var text = Outcome(() => JsonSerializer.Serialize(value, _json));
            return text.StartsWith('!') || IsJson(text) ? text : null;
        }
        catch (ArgumentException fault)
        {
            // NaN or an infinity that the options do not permit.
            return "!" + fault.Message;
        }
        catch (InvalidOperationException)
        {
            return null;
        }

        // Extension data in a JsonObject is sometimes written without its names.
        static bool IsJson(string text)
        {
            try
            {
                JsonDocument.Parse(text).Dispose();
                return true;
            }
            catch (JsonException)
            {
                return false;
            }
        }
    }

    /// <summary>Returns the text of the value that System.Text.Json reads, or null for a type that it only writes or a text that it fails on.</summary>
    private string? Again<T>(string text)
    {
        try
        {
            return Outcome(() => Written(JsonSerializer.Deserialize<T>(text, _json))!);
        }
        catch (Exception fault) when (fault is NotSupportedException or InvalidOperationException or InvalidCastException or ArgumentException)
        {
            return null;
        }
    }

    /// <summary>Finds the name of a member that is always ignored.</summary>
    [System.Text.RegularExpressions.GeneratedRegex(@"\[JsonIgnore\] (?:public|private|internal)[^;{]*?@?(\w+) [{=;]")]
    private static partial System.Text.RegularExpressions.Regex IgnoredMember();

    /// <summary>Returns the text, or the error if the value is refused.</summary>
    private static string Outcome(Func<string> make, bool mayRefuse = false)
    {
        try
        {
            return make();
        }
        catch (Exception fault) when (fault is JsonException or BlittableException || (mayRefuse && fault is NotSupportedException or InvalidOperationException))
        {
            return "!" + fault.Message;
        }
    }

    private static void Equal(string expected, string found, BlittableOptions options, string what)
    {
        expected = expected.StartsWith('!') ? expected : Parity.Unescaped(expected);
        var isEqual = expected.StartsWith('!') ? found.StartsWith('!') : expected == Parity.Unescaped(found);
        if (!isEqual)
        {
            var at = expected.Zip(Parity.Unescaped(found)).TakeWhile(pair => pair.First == pair.Second).Count();
            var from = Math.Max(0, at - 60);
            found = Parity.Unescaped(found);
            Assert.Fail($"{options.Mode}{(options.Dictionary is null ? "" : " with a dictionary")}, {what}: at {at}\nexpected …{Cut(expected, from)}\nfound    …{Cut(found, from)}");
        }

        static string Cut(string text, int from) => from >= text.Length ? "" : text.Substring(from, Math.Min(200, text.Length - from));
    }
}
