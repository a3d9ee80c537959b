namespace Blittable.Generators.Tests.Campaign;

/// <content>Members with their attributes.</content>
internal sealed partial class CaseWriter
{
    private static readonly string[] s_names =
    [
        "Id", "name", "URLValue", "IOStream", "A1B2c", "_under", "value", "writer", "reader", "event", "class", "Größe", "X", "is_It", "open", "Total", "result", "Ж", "日本", "present", "field", "record", "p0", "v0", "next",
    ];

    private const string PopulateAttribute = "[JsonObjectCreationHandling(JsonObjectCreationHandling.Populate)] ";

    private static readonly string[] s_jsonNames = ["a b", "é", "\\\"quoted\\\"", "back\\\\slash", "", "日本", "UPPER", "tab\\t", "😀", "</script>", "1"];

    /// <summary>Returns a name that is unique because it contains the member's index.</summary>
    private string Name(int i, string suffix) => "@" + Any(s_names) + suffix + i;

    /// <summary>true while the members of a type whose constructor has parameters are written, which cannot be populated.</summary>
    private bool _isConstructed;

    private string Members(int count, string suffix = "M", bool isStruct = false, bool canRequire = true) =>
        string.Join(" ", Enumerable.Range(0, count).Select(i => Member(i, suffix, Type(), isStruct, canRequire)));

    /// <summary>Returns members of a type whose constructor has parameters.</summary>
    private string MembersOfConstructed(int count, bool canRequire = true)
    {
        _isConstructed = true;
        var members = Members(count, canRequire: canRequire);
        _isConstructed = false;
        return members;
    }

    private string Member(int i, string suffix, TypeName type, bool isStruct, bool canRequire)
    {
        var name = Name(i, suffix);
        var isIgnored = OneIn(25);
        var attributes = isIgnored ? "[JsonIgnore] " : Attributes(i, suffix, type, isStruct);
        var text = type.Text;
        // A member that the options ignore cannot be populated, nor a struct without a setter.
        var readOnly = options.Json.IgnoreReadOnlyProperties || options.Json.IgnoreReadOnlyFields || type.IsFillableStruct
            ? attributes.Replace(PopulateAttribute, "", StringComparison.Ordinal) : attributes;
        return random.Next(18) switch
        {
            0 => $"{attributes}public {text} {name} {{ get; init; }}",
            1 when canRequire && !isIgnored && !attributes.Contains("JsonIgnore", StringComparison.Ordinal) => $"{attributes}public required {text} {name} {{ get; {Any(["set", "init"])}; }}",
            2 => $"[JsonInclude] {attributes}public {text} {name} {{ get; {Any(["private", "internal"])} set; }}",
            3 => $"{attributes}public {text} {name};",
            4 when !isStruct => $"{readOnly}public readonly {text} {name} = default!;",
            5 => $"[JsonInclude] {attributes}{Any(["private", "internal"])} {text} {name};",
            6 when !isStruct => $"[JsonInclude] {attributes}{Any(["private", "internal"])} {text} {name} {{ get; set; }} = default!;",
            7 when !isStruct => $"{readOnly}public {text} {name} {{ get; }} = default!;",
            8 when !isStruct && text is "int" or "long" or "double" or "decimal" => $"{attributes}public {text} {name} {{ get; set; }} = {random.Next(9)};",
            8 when !isStruct && text is "string" or "string?" => $"{attributes}public {text} {name} {{ get; set; }} = \"default\";",
            9 when !isStruct && type is { IsFillable: true, IsOptional: false } && !text.Contains("I<", StringComparison.Ordinal) && IsClass(text) => $"{readOnly}public {text} {name} {{ get; {Any(["", "set;"])} }} = new();",
            16 or 17 when !isStruct && type.Initial is { } initial => $"{readOnly}public {text} {name} {{ get; {Any(["", "set;", "init;"])} }} = {initial};",
            10 when !isIgnored && !attributes.Contains("WhenReading", StringComparison.Ordinal) => $"[JsonRequired] {attributes}public {text} {name} {{ get; set; }}",
            11 => $"[JsonInclude] {attributes}public {text} {name} {{ internal get; set; }}",
            _ => $"{attributes}public {text} {name} {{ get; set; }}",
        };
    }

    private static bool IsClass(string text) => !(text[0] == 'I' && char.IsUpper(text[1]));

    private string Attributes(int i, string suffix, TypeName type, bool isStruct)
    {
        var all = "";
        if (OneIn(8))
        {
            all += $"[JsonPropertyName(\"{Any(s_jsonNames)}{suffix}{i}\")] ";
        }

        if (OneIn(10))
        {
            all += $"[JsonPropertyOrder({random.Next(-3, 4)})] ";
        }

        all += random.Next(24) switch
        {
            0 => "[JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] ",
            1 => "[JsonIgnore(Condition = JsonIgnoreCondition.Never)] ",
            2 when type.IsReference || type.IsOptional => "[JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] ",
            3 => "[JsonIgnore(Condition = JsonIgnoreCondition.WhenWriting)] ",
            4 => "[JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)] ",
            _ => "",
        };
        if (type.IsNumber && OneIn(5))
        {
            all += Any([
                "[JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)] ", "[JsonNumberHandling(JsonNumberHandling.WriteAsString)] ",
                "[JsonNumberHandling(JsonNumberHandling.AllowNamedFloatingPointLiterals)] ", "[JsonNumberHandling(JsonNumberHandling.Strict)] ",
            ]);
        }
        else if (type.Text is "int" or "int?" && OneIn(4))
        {
            all += "[JsonConverter(typeof(HashJson))] ";
        }
        else if (type.Text is "long" && OneIn(4))
        {
            all += "[JsonConverter(typeof(NullJson))] ";
        }
        else if (type.Text is "string" or "string?" && OneIn(8))
        {
            all += "[JsonConverter(typeof(PairJson))] ";
        }
        else if (type.Text.EndsWith("Money?", StringComparison.Ordinal) && OneIn(2))
        {
            all += "[JsonConverter(typeof(AnyMoneyJson))] ";
        }
        else if (type.IsEnum && OneIn(4))
        {
            all += Any(["[JsonConverter(typeof(JsonStringEnumConverter))] ", $"[JsonConverter(typeof(JsonNumberEnumConverter<{type.Text.TrimEnd('?')}>))] ", $"[JsonConverter(typeof(JsonStringEnumConverter<{type.Text.TrimEnd('?')}>))] "]);
        }
        else if (!isStruct && !_isConstructed && (type is { IsFillable: true, IsOptional: false } || type.IsFillableStruct) && OneIn(3))
        {
            all += PopulateAttribute;
        }

        return all;
    }
}
