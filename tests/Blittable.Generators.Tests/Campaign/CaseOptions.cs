using System.Globalization;
using System.Numerics;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;

namespace Blittable.Generators.Tests.Campaign;

/// <summary>Random options, as <c>[JsonSourceGenerationOptions]</c> and as <see cref="JsonSerializerOptions"/>.</summary>
internal sealed class CaseOptions
{
    private static readonly string[] s_policies = ["", "CamelCase", "SnakeCaseLower", "SnakeCaseUpper", "KebabCaseLower", "KebabCaseUpper"];

    private readonly Random _random;
    private readonly List<string> _source = [];

    public CaseOptions(Random random)
    {
        _random = random;
        var defaults = random.Next(12) switch { 0 => JsonSerializerDefaults.Web, 1 => JsonSerializerDefaults.Strict, _ => JsonSerializerDefaults.General };
        if (defaults != JsonSerializerDefaults.General)
        {
            _source.Add($"JsonSerializerDefaults.{defaults}");
        }

        Json = new JsonSerializerOptions(defaults) { Encoder = Serialization.Parity.Plain.Encoder, AllowOutOfOrderMetadataProperties = true, Converters = { new BigIntegerJson() }, TypeInfoResolver = new DefaultJsonTypeInfoResolver() };
        Policy = s_policies[random.Next(s_policies.Length)];
        if (Policy.Length > 0)
        {
            _source.Add($"PropertyNamingPolicy = JsonKnownNamingPolicy.{Policy}");
            Json.PropertyNamingPolicy = PolicyOf(Policy);
        }

        if (OneIn(6) && s_policies[random.Next(1, s_policies.Length)] is var keys)
        {
            _source.Add($"DictionaryKeyPolicy = JsonKnownNamingPolicy.{keys}");
            Json.DictionaryKeyPolicy = PolicyOf(keys);
        }

        if (OneIn(4))
        {
            Json.DefaultIgnoreCondition = Choose("DefaultIgnoreCondition", JsonIgnoreCondition.WhenWritingDefault, JsonIgnoreCondition.WhenWritingNull, JsonIgnoreCondition.Never);
        }

        if (OneIn(6))
        {
            Json.NumberHandling = Choose(
                "NumberHandling", JsonNumberHandling.AllowReadingFromString, JsonNumberHandling.WriteAsString, JsonNumberHandling.AllowNamedFloatingPointLiterals, JsonNumberHandling.Strict);
        }

        if (OneIn(8))
        {
            Json.UnmappedMemberHandling = Choose("UnmappedMemberHandling", JsonUnmappedMemberHandling.Disallow, JsonUnmappedMemberHandling.Skip);
        }

        if (OneIn(10))
        {
            Json.PreferredObjectCreationHandling = Choose("PreferredObjectCreationHandling", JsonObjectCreationHandling.Populate, JsonObjectCreationHandling.Replace);
        }

        if (OneIn(10))
        {
            Json.UnknownTypeHandling = Choose("UnknownTypeHandling", JsonUnknownTypeHandling.JsonNode);
        }

        if (OneIn(5))
        {
            _source.Add(OneIn(2) ? "UseStringEnumConverter = true" : "Converters = [typeof(JsonStringEnumConverter)]");
            Json.Converters.Add(_source[^1].StartsWith('U') ? new NamesOfUnmarkedEnums() : new JsonStringEnumConverter());
        }

        Flag("IncludeFields", 2, value => Json.IncludeFields = value);
        Flag("IgnoreReadOnlyProperties", 6, value => Json.IgnoreReadOnlyProperties = value);
        Flag("IgnoreReadOnlyFields", 6, value => Json.IgnoreReadOnlyFields = value);
        Flag("PropertyNameCaseInsensitive", 6, value => Json.PropertyNameCaseInsensitive = value);
        Flag("RespectNullableAnnotations", 8, value => Json.RespectNullableAnnotations = value);
        Flag("RespectRequiredConstructorParameters", 8, value => Json.RespectRequiredConstructorParameters = value);
        Flag("AllowDuplicateProperties", 8, value => Json.AllowDuplicateProperties = value);
    }

    public JsonSerializerOptions Json { get; }

    /// <summary>Gets the name of the naming policy, or an empty string.</summary>
    public string Policy { get; }

    /// <summary>Gets the attribute, or an empty string without options.</summary>
    public string Attribute => _source.Count == 0 ? "" : $"[JsonSourceGenerationOptions({string.Join(", ", _source)})]";

    private static JsonNamingPolicy PolicyOf(string name) => (JsonNamingPolicy)typeof(JsonNamingPolicy).GetProperty(name)!.GetValue(null)!;

    private bool OneIn(int many) => _random.Next(many) == 0;

    private T Choose<T>(string option, params T[] values)
        where T : struct, Enum
    {
        var value = values[_random.Next(values.Length)];
        _source.Add($"{option} = {typeof(T).Name}.{value}");
        return value;
    }

    private void Flag(string option, int many, Action<bool> set)
    {
        if (OneIn(many))
        {
            var value = _random.Next(5) > 0;
            _source.Add($"{option} = {(value ? "true" : "false")}");
            set(value);
        }
    }

    /// <summary>Writes names for enums without their own converter, as the generator of System.Text.Json does.</summary>
    private sealed class NamesOfUnmarkedEnums : JsonConverterFactory
    {
        private readonly JsonStringEnumConverter _all = new();

        public override bool CanConvert(Type typeToConvert) => typeToConvert.IsEnum && !typeToConvert.IsDefined(typeof(JsonConverterAttribute), inherit: false);

        public override JsonConverter CreateConverter(Type typeToConvert, JsonSerializerOptions options) => _all.CreateConverter(typeToConvert, options);
    }

    /// <summary>Writes a number as documents do. System.Text.Json would write its properties.</summary>
    private sealed class BigIntegerJson : JsonConverter<BigInteger>
    {
        public override BigInteger Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            reader.TokenType == JsonTokenType.Number ? BigInteger.Parse(System.Text.Encoding.UTF8.GetString(reader.ValueSpan), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture) : throw new JsonException();

        public override void Write(Utf8JsonWriter writer, BigInteger value, JsonSerializerOptions options) => writer.WriteRawValue(value.ToString(CultureInfo.InvariantCulture));
    }
}
