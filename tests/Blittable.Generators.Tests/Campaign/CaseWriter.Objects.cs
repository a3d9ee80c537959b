namespace Blittable.Generators.Tests.Campaign;

/// <content>Types with members.</content>
internal sealed partial class CaseWriter
{
    private void WriteType(string name)
    {
        switch (random.Next(23))
        {
            case 0:
                AddObject($"{TypeAttributes()}public sealed record {name}({Parameters()}) {{ {MembersOfConstructed(random.Next(4))} }}", name);
                break;
            case 1:
                AddObject($"public {Any(["", "readonly "])}record struct {name}({Parameters()});", name, isStruct: true);
                break;
            case 2:
                AddObject($"{TypeAttributes()}public struct {name} {{ {Members(random.Next(1, 7), isStruct: true)} }}", name, isStruct: true, isFillable: true);
                break;
            case 3:
                WriteReadOnlyStruct(name);
                break;
            case 4:
                WriteGeneric(name);
                break;
            case 5:
                WritePolymorphic(name);
                break;
            case 6:
                AddObject($"public class {name} {{ public List<{name}>? Children {{ get; set; }} public Dictionary<string, {name}?>? Named {{ get; set; }} public {name}? Next {{ get; set; }} {Members(random.Next(1, 5))} }}", name);
                break;
            case 7:
                WriteConstructed(name);
                break;
            case 8:
                WriteHierarchy(name);
                break;
            case 9:
                var extension = Any([
                    "Dictionary<string, object?>", "IDictionary<string, object?>", "Dictionary<string, JsonElement>", "JsonObject", "SortedDictionary<string, object?>",
                    "OrderedDictionary<string, JsonElement>",
                ]);
                AddObject($"public class {name} {{ {Members(random.Next(5))} [JsonExtensionData] public {extension}? Rest {{ get; set; }} }}", name);
                break;
            case 10:
                AddObject($"public class {name} : List<{Type(1).Text}> {{ public int Ignored {{ get; set; }} }}", name);
                break;
            case 11:
                AddObject($"public class {name} : {Map("Dictionary", Type(1)).Text} {{ public int Ignored {{ get; set; }} }}", name);
                break;
            case 12:
                var kind = Any(["class", "sealed record", "struct"]);
                Line($"public static partial class Outer{name} {{ public class @class<TOuter> {{ public {kind} {name} {{ public TOuter? Outer {{ get; set; }} {Members(random.Next(5), isStruct: kind == "struct", canRequire: false)} }} }} }}");
                _objects.Add(new TypeName($"{_scope}Outer{name}.@class<{Type(1).Text}>.{name}") { IsReference = false });
                break;
            case 13:
                AddObject($"public class {name} {{ {string.Join(" ", Enumerable.Range(0, 16).Select(i => Member(i, "S", Type(1).Optional(), false, false)))} }}", name);
                break;
            case 14 when OneIn(2):
                // More members than presence bits.
                AddObject($"public class {name} {{ {Members(60 + random.Next(20))} }}", name);
                break;
            case 18:
                WriteRecords(name);
                break;
            case 19:
                // A constructor without parameters sets values that absent properties keep.
                AddObject($"public struct {name} {{ public {name}() {{ }} public int First {{ get; set; }} = 5; public {Type().Text} Second {{ get; init; }} = default!; {Members(random.Next(4), isStruct: true)} }}", name, isStruct: true, isFillable: true);
                break;
            case 20:
                AddObject($"public class {name} {{ public int First {{ get; set; }} = 5; {Members(random.Next(1, 5), canRequire: false)} }}", name, isFillable: true);
                break;
            case 21:
                WritePopulated(name);
                break;
            case 22:
                AddObject($"public sealed record {name}({Parameters()}) {{ [JsonRequired] public int Needed {{ get; set; }} [JsonExtensionData] public Dictionary<string, object?>? Rest {{ get; set; }} {MembersOfConstructed(random.Next(3))} }}", name);
                break;
            default:
                AddObject($"{TypeAttributes()}public class {name} {{ {Members(random.Next(14))} }}", name);
                break;
        }
    }

    /// <param name="source">The declaration.</param>
    /// <param name="name">The name of the type.</param>
    /// <param name="isStruct">Whether the type is a value type.</param>
    /// <param name="isFillable">Whether values of the type can be populated; a class can then be created by a constructor without parameters.</param>
    private void AddObject(string source, string name, bool isStruct = false, bool isFillable = false)
    {
        Line(source);
        _objects.Add(new TypeName(_scope + name) { IsReference = !isStruct, IsFillable = isFillable && !isStruct, IsFillableStruct = isFillable && isStruct, Initial = isFillable && !source.Contains(" required ", StringComparison.Ordinal) ? $"new {_scope}{name}()" : null });
    }

    /// <summary>Writes a class whose members have values that properties of a document add to.</summary>
    private void WritePopulated(string name)
    {
        var types = Enumerable.Range(0, 24).Select(_ => Type()).Where(type => type.Initial is not null).Take(5).ToList();
        var members = types.Select((type, i) => $"{(OneIn(4) ? "[JsonRequired] " : "")}public {type.Text} {Name(i, "F")} {{ get; {(type.IsFillableStruct ? "set;" : Any(["set;", "set;", "init;"]))} }} = {type.Initial};");
        AddObject($"{(OneIn(2) ? "[JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)] " : "")}public class {name} {{ {string.Join(" ", members)} {Members(random.Next(3), canRequire: false)} }}", name, isFillable: true);
    }

    /// <summary>Writes a record that passes parameters to a generic base record, and a class that inherits members with <c>init</c>.</summary>
    private void WriteRecords(string name)
    {
        var (key, other) = (Type(1), Type(1));
        if (OneIn(2))
        {
            Line($"public abstract record {name}Base<TKey>(TKey Key, string? Label) {{ public {other.Text} Other {{ get; init; }} = default!; }}");
            AddObject($"public sealed record {name}({key.Text} Key, string? Label, {Type(1).Text} Extra) : {name}Base<{key.Text}>(Key, Label) {{ {MembersOfConstructed(random.Next(3))} }}", name);
            return;
        }

        Line($"public class {name}Base<TKey> {{ public TKey? Key {{ get; init; }} public {other.Text} Other {{ get; init; }} = default!; [JsonExtensionData] public Dictionary<string, JsonElement>? Rest {{ get; init; }} }}");
        AddObject($"public class {name} : {name}Base<{key.Text}> {{ public required int Needed {{ get; init; }} public {Type(1).Text} Own {{ get; init; }} = default!; {Members(random.Next(3))} }}", name);
    }

    private string TypeAttributes() => random.Next(14) switch
    {
        0 => "[JsonNumberHandling(JsonNumberHandling.AllowReadingFromString | JsonNumberHandling.WriteAsString)] ",
        1 => "[JsonUnmappedMemberHandling(JsonUnmappedMemberHandling.Disallow)] ",
        2 => "[JsonObjectCreationHandling(JsonObjectCreationHandling.Replace)] ",
        _ => "",
    };

    /// <summary>Returns attributes of a class in a hierarchy, which apply only to the class itself.</summary>
    private string LevelAttributes() => OneIn(4) ? "[JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)] " : TypeAttributes();

    private string Parameters() => string.Join(", ", Enumerable.Range(0, random.Next(1, 7)).Select(i =>
    {
        var type = Type();
        var attribute = random.Next(12) switch
        {
            0 => $"[property: JsonPropertyName(\"p {i}\")] ",
            1 => $"[property: JsonPropertyOrder({random.Next(-2, 3)})] ",
            2 when type.IsOptional => "[property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] ",
            3 when type.IsNumber => "[property: JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)] ",
            _ => "",
        };
        return $"{attribute}{type.Text} {Name(i, "P")}";
    }));

    private void WriteReadOnlyStruct(string name)
    {
        if (OneIn(2))
        {
            AddObject($"public readonly struct {name} {{ {string.Join(" ", Enumerable.Range(0, random.Next(1, 6)).Select(i => $"public {Type().Text} {Name(i, "R")} {{ get; init; }}"))} }}", name, isStruct: true);
            return;
        }

        var (first, second) = (Type(), Type());
        AddObject($"public readonly struct {name} {{ [JsonConstructor] public {name}({first.Text} first, {second.Text} second) {{ First = first; Second = second; }} public {first.Text} First {{ get; }} public {second.Text} Second {{ get; }} }}", name, isStruct: true);
    }

    private void WriteGeneric(string name)
    {
        var constraint = Any(["", " where TValue : notnull", ""]);
        var setter = Any(["get; set;", "get; init;"]);
        Line($"public class {name}<TItem, TValue>{constraint} {{ public TItem? Item {{ {setter} }} public TValue Value {{ get; set; }} = default!; public List<TItem> Items {{ get; set; }} = []; public Dictionary<string, TValue>? Map {{ get; init; }} public KeyValuePair<TItem, TValue>? Pair {{ get; set; }} [JsonInclude] private TItem? Hidden {{ get; set; }} {Members(random.Next(5))} }}");
        Line($"public record struct {name}Pair<TFirst, TSecond>(TFirst First, TSecond Second);");
        var inner = $"{_scope}{name}Pair<{Type(1).Text}, {Type(2).Text}>";
        _objects.Add(new TypeName(inner));
        var value = TypeOf(1);
        _objects.Add(new TypeName($"{_scope}{name}<{(OneIn(2) ? inner : Type(1).Text)}, {value.Text}>") { IsReference = true });
    }

    private void WritePolymorphic(string name)
    {
        var isNumber = OneIn(2);
        var isInterface = OneIn(4);
        var isAbstract = OneIn(2) && !isInterface;
        var unknown = OneIn(5) && !isAbstract && !isInterface ? ", UnknownDerivedTypeHandling = JsonUnknownDerivedTypeHandling.FallBackToBaseType" : "";
        var property = OneIn(2) ? $"[JsonPolymorphic(TypeDiscriminatorPropertyName = \"{Any(["the kind", "type", "@é", "\\\"t"])}\"{unknown})] " : "";
        var kinds = random.Next(1, 5);
        var attributes = string.Concat(Enumerable.Range(0, kinds).Select(i => $"[JsonDerivedType(typeof({name}_{i}){(OneIn(12) ? "" : isNumber ? $", {(i * 7) - 3}" : $", \"{Any(["kind", "é ", "\\\"", "K"])}{i}\"")})] "));
        if (!isAbstract && !isInterface && OneIn(2))
        {
            attributes += $"[JsonDerivedType(typeof({name}), {(isNumber ? "1000" : "\"base\"")})] ";
        }

        Line(isInterface ? $"{property}{attributes}public interface {name} {{ public int InBase {{ get; set; }} }}"
            : $"{property}{attributes}public {(isAbstract ? "abstract " : "")}class {name} {{ {Members(random.Next(4), canRequire: false)} {(OneIn(3) ? "public virtual int Virtual { get; set; }" : "")} }}");
        for (var i = 0; i < kinds; i++)
        {
            var below = i > 0 && OneIn(4) && !isInterface ? $"{name}_{i - 1}" : name;
            var kind = isInterface && OneIn(2) ? "struct" : "class";
            Line($"public {kind} {name}_{i} : {below} {{ {(isInterface ? "public int InBase { get; set; }" : "")} {Members(random.Next(4), "D" + i + "_", kind == "struct", canRequire: false)} }}");
        }

        _objects.Add(new TypeName(_scope + name) { IsReference = true, Initial = isAbstract || isInterface ? null : $"new {_scope}{name}()" });
    }

    private void WriteConstructed(string name)
    {
        var count = random.Next(1, 6);
        var types = Enumerable.Range(0, count).Select(_ => Type()).ToList();
        var firstDefault = random.Next(count + 1);
        var parameters = types.Select((type, i) => $"{type.Text} {(OneIn(2) ? "value" : "VALUE")}{i}{(i >= firstDefault ? Default(type) : "")}");
        var body = string.Join(" ", Enumerable.Range(0, count).Select(i => $"Value{i} = Take{i};"));
        var written = parameters.ToList();
        for (var i = 0; i < count; i++)
        {
            body = body.Replace($"Take{i};", (written[i].Contains($"VALUE{i}", StringComparison.Ordinal) ? "VALUE" : "value") + i + ";");
        }

        var properties = string.Join(" ", types.Select((type, i) => $"{(OneIn(6) ? $"[JsonPropertyName(\"c {i}\")] " : "")}public {type.Text} Value{i} {{ get; {Any(["", "", "set;", "private set;"])} }}"));
        var access = Any(["public", "private", "internal"]);
        var other = access == "public" ? $"public {name}() {{ }}" : "";
        AddObject($"public class {name} {{ [JsonConstructor] {access} {name}({string.Join(", ", written)}) {{ {body} }} {other} {properties} {MembersOfConstructed(random.Next(3), canRequire: access == "public")} }}", name);
    }

    private static string Default(TypeName type) => type.Text switch
    {
        "string" or "string?" => " = \"d\\\"\\n\"",
        "int" or "long" or "short" or "double" or "decimal" or "int?" or "long?" or "double?" or "decimal?" => " = 7",
        "float" => " = 1.5f",
        "char" => " = '\\''",
        "bool" => " = true",
        _ => " = default!",
    };

    private void WriteHierarchy(string name)
    {
        var (hidden, overridden) = (Type(), Type());
        Line($"{LevelAttributes()}public abstract class {name}Base<TKey> {{ public TKey? Key {{ get; set; }} public {hidden.Text} Hidden {{ get; set; }} public virtual {overridden.Text} Virtual {{ get; set; }} public abstract int Abstract {{ get; set; }} {Members(random.Next(3), "B", canRequire: false)} }}");
        Line($"{LevelAttributes()}public class {name}Middle : {name}Base<{Type(1).Text}> {{ {(OneIn(2) ? $"public new {Type().Text} Hidden {{ get; set; }}" : "")} {(OneIn(2) ? $"public override {overridden.Text} Virtual {Any(["{ get; set; }", "=> default!;", "=> base.Virtual;", "{ set { base.Virtual = value; } }"])}" : "")} public override int Abstract {{ get; set; }} {Members(random.Next(3), "C")} }}");
        AddObject($"{LevelAttributes()}public class {name} : {name}Middle{(OneIn(3) ? ", IJsonOnDeserialized, IJsonOnSerializing" : "")} {{ {(OneIn(3) ? "[JsonIgnore] public override int Abstract { get; set; }" : "")} {Members(random.Next(4), "D")} public void OnDeserialized() {{ }} public void OnSerializing() {{ }} }}", name);
    }
}
