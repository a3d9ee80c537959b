using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Blittable.Generators.Tests.Serialization;

/// <summary>Writes the source of types with random members, attributes, nesting, generics and derived types, which have one naming policy and one condition.</summary>
internal sealed class RandomTypes
{
    private static readonly string[] s_scalars =
    [
        "bool", "byte", "sbyte", "short", "ushort", "int", "uint", "long", "ulong", "float", "double", "decimal", "char", "string", "System.Int128", "System.Half", "Guid", "DateTime",
        "DateTimeOffset", "DateOnly", "TimeOnly", "TimeSpan", "Uri", "Version", "Plain", "Named", "Flags",
    ];

    private static readonly string[] s_keys = ["string", "string", "int", "long", "Guid", "DateOnly", "TimeOnly", "Plain", "Named", "ulong", "decimal"];

    private static readonly string[] s_names = ["Id", "name", "URLValue", "IOStream", "A1B2c", "_under", "value", "writer", "event", "class", "Größe", "X", "is_It", "open", "Total"];

    private static readonly string[] s_policies = ["", "CamelCase", "SnakeCaseLower", "SnakeCaseUpper", "KebabCaseLower", "KebabCaseUpper"];

    private static readonly string[] s_classTypes = ["string", "Uri", "Version"];

    private readonly Random _random;
    private readonly StringBuilder _source = new();
    private readonly List<string> _roots = [];
    private readonly List<string> _classes = [];
    private readonly List<string> _structs = [];

    public RandomTypes(int seed, int count)
    {
        _random = new Random(seed);
        var policy = s_policies[seed % s_policies.Length];
        var condition = (JsonIgnoreCondition)(seed % 3 == 0 ? 3 : seed % 7 == 0 ? 2 : 0);
        var fields = seed % 2 == 0;
        _source.AppendLine("public enum Plain : short { A = -3, B, C = 300 }");
        _source.AppendLine("[JsonConverter(typeof(JsonStringEnumConverter<Named>))] public enum Named { First, @second, [JsonStringEnumMemberName(\"the third\")] Third }");
        _source.AppendLine("[System.Flags, JsonConverter(typeof(JsonStringEnumConverter))] public enum Flags : ulong { None = 0, A = 1, B = 2, AB = 3, High = 1ul << 63 }");
        for (var i = 0; i < count; i++)
        {
            WriteType("T" + i);
        }

        var options = new List<string>();
        AddOption(policy.Length > 0, $"PropertyNamingPolicy = JsonKnownNamingPolicy.{policy}");
        AddOption(condition != JsonIgnoreCondition.Never, $"DefaultIgnoreCondition = JsonIgnoreCondition.{condition}");
        AddOption(fields, "IncludeFields = true");
        _source.AppendLine($"[JsonSourceGenerationOptions({string.Join(", ", options)})] {string.Concat(_roots.Select(root => $"[BlittableSerializable(typeof({root}))] "))}public static class Roots");
        _source.AppendLine($"{{ public static object Make() => new System.Type[] {{ {string.Join(", ", _roots.Select(root => $"typeof({root})"))} }}; }}");
        Json = new JsonSerializerOptions(Parity.Plain)
        {
            PropertyNamingPolicy = policy.Length == 0 ? null : (JsonNamingPolicy)typeof(JsonNamingPolicy).GetProperty(policy)!.GetValue(null)!,
            DefaultIgnoreCondition = condition, IncludeFields = fields,
        };

        void AddOption(bool isSet, string option)
        {
            if (isSet)
            {
                options.Add(option);
            }
        }
    }

    public string Source => _source.ToString();

    /// <summary>Gets the options with which System.Text.Json writes and reads the same.</summary>
    public JsonSerializerOptions Json { get; }

    private void WriteType(string name)
    {
        switch (_random.Next(8))
        {
            case 0:
                _source.AppendLine($"public sealed record {name}({Parameters()}) {{ {Members(_random.Next(4))} }}");
                _classes.Add(name);
                break;
            case 1:
                _source.AppendLine($"public record struct {name}({Parameters()});");
                _structs.Add(name);
                break;
            case 2:
                _source.AppendLine($"public struct {name} {{ {Members(1 + _random.Next(6))} }}");
                _structs.Add(name);
                break;
            case 3:
                _source.AppendLine($"public class {name}<TItem> {{ public TItem? Item {{ get; {(_random.Next(2) == 0 ? "set" : "init")}; }} public List<TItem> Items {{ get; set; }} = []; {Members(_random.Next(5))} }}");
                name += $"<{Type(1)}>";
                _classes.Add(name);
                break;
            case 4:
                WriteDerived(name);
                break;
            case 5:
                _source.AppendLine($"public class {name} {{ public List<{name}>? Children {{ get; set; }} {Members(1 + _random.Next(5))} }}");
                _classes.Add(name);
                break;
            default:
                // Up to more members than there are presence bits.
                _source.AppendLine($"public class {name} {{ {Members(_random.Next(10) == 0 ? 60 + _random.Next(20) : _random.Next(14))} }}");
                _classes.Add(name);
                break;
        }

        _roots.Add(name);
    }

    private void WriteDerived(string name)
    {
        var isNumber = _random.Next(2) == 0;
        var property = _random.Next(2) == 0 ? "" : "[JsonPolymorphic(TypeDiscriminatorPropertyName = \"the kind\")] ";
        var kinds = 1 + _random.Next(4);
        var attributes = string.Concat(Enumerable.Range(0, kinds).Select(i => $"[JsonDerivedType(typeof({name}_{i}), {(isNumber ? i.ToString() : $"\"kind {i}\"")})] "));
        _source.AppendLine($"{property}{attributes}public {(_random.Next(2) == 0 ? "abstract " : "")}class {name} {{ {Members(_random.Next(4))} }}");
        for (var i = 0; i < kinds; i++)
        {
            _source.AppendLine($"public class {name}_{i} : {name} {{ {Members(_random.Next(4), "D")} }}");
        }

        _classes.Add(name);
    }

    private string Parameters() =>
        string.Join(", ", Enumerable.Range(0, 1 + _random.Next(6)).Select(i => $"{(_random.Next(6) == 0 ? $"[property: JsonPropertyName(\"p {i}\")] " : "")}{Type(0)} {Name(i, "P")}"));

    private string Members(int count, string suffix = "M") => string.Join(" ", Enumerable.Range(0, count).Select(i =>
    {
        var type = Type(0);
        var attribute = _random.Next(12) switch
        {
            0 => $"[JsonPropertyName(\"{suffix} \\\"{i}é\")] ",
            1 => $"[JsonPropertyOrder({_random.Next(-3, 3)})] ",
            2 => "[JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] ",
            3 => "[JsonIgnore(Condition = JsonIgnoreCondition.Never)] ",
            4 when type.EndsWith('?') || s_classTypes.Contains(type) => "[JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] ",
            5 => "[JsonIgnore] ",
            6 when type is "int" or "ulong" or "decimal" or "List<int>" => "[JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)] ",
            7 => "[JsonInclude] ",
            _ => "",
        };
        return _random.Next(10) switch
        {
            0 => $"{attribute}public {type} {Name(i, suffix)} {{ get; init; }}",
            1 when attribute != "[JsonIgnore] " => $"{attribute}public required {type} {Name(i, suffix)} {{ get; set; }}",
            2 => $"[JsonInclude] public {type} {Name(i, suffix)} {{ get; private set; }}",
            3 => $"{attribute}public {type} {Name(i, suffix)};",
            _ => $"{attribute}public {type} {Name(i, suffix)} {{ get; set; }}",
        };
    }));

    private string Name(int i, string suffix) => "@" + s_names[_random.Next(s_names.Length)] + suffix + i;

    private string Type(int depth)
    {
        var choice = _random.Next(depth > 2 ? 6 : 14);
        return choice switch
        {
            < 6 => Optional(s_scalars[_random.Next(s_scalars.Length)]),
            6 => $"List<{Type(depth + 1)}>",
            7 => $"{ElementOfArray(depth)}[]",
            8 => $"Dictionary<{s_keys[_random.Next(s_keys.Length)]}, {Type(depth + 1)}>",
            9 when _structs.Count > 0 => Optional(_structs[_random.Next(_structs.Count)]),
            _ when _classes.Count > 0 => _classes[_random.Next(Math.Max(0, _classes.Count - 6), _classes.Count)],
            _ => "int",
        };
    }

    private string ElementOfArray(int depth) => Type(depth + 1) is var type && type is not "byte" ? type : "short";

    private string Optional(string type) => _random.Next(4) == 0 && !s_classTypes.Contains(type) ? type + "?" : type;
}
