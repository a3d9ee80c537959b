namespace Blittable.Generators.Tests.Campaign;

/// <content>The types of members.</content>
internal sealed partial class CaseWriter
{
    private const int MaxDepth = 3;

    private static readonly TypeName[] s_scalars =
    [
        .. new[] { "byte", "sbyte", "short", "ushort", "int", "uint", "long", "ulong", "float", "double", "decimal", "Int128", "UInt128", "Half" }
            .Select(name => new TypeName(name) { IsNumber = true, IsKey = true, IsSortable = true }),
        .. new[] { "bool", "char", "Guid", "DateTime", "DateTimeOffset", "DateOnly", "TimeOnly", "TimeSpan" }.Select(name => new TypeName(name) { IsKey = true, IsSortable = true }),
        new("string") { IsReference = true, IsKey = true, IsSortable = true }, new("string") { IsReference = true, IsKey = true, IsSortable = true },
        new("Uri") { IsReference = true, IsKey = true }, new("Version") { IsReference = true, IsKey = true, IsSortable = true },
        new("BigInteger"), new("JsonElement"), new("Memory<byte>"), new("ReadOnlyMemory<byte>"), new("byte[]") { IsReference = true }, new("object") { IsReference = true, IsNumber = true },
        new("JsonNode") { IsReference = true }, new("JsonObject") { IsReference = true }, new("JsonArray") { IsReference = true }, new("JsonValue") { IsReference = true },
        new("JsonDocument") { IsReference = true },
    ];

    private static readonly string[] s_sequences =
    [
        "List", "List", "IList", "ICollection", "IEnumerable", "IReadOnlyList", "IReadOnlyCollection", "System.Collections.ObjectModel.Collection",
        "System.Collections.ObjectModel.ObservableCollection", "LinkedList", "Queue", "Stack", "System.Collections.Concurrent.ConcurrentQueue",
        "System.Collections.Concurrent.ConcurrentStack", "ImmutableArray", "ImmutableList", "IImmutableList",
        "ImmutableQueue", "IImmutableQueue", "ImmutableStack", "IImmutableStack", "Memory", "ReadOnlyMemory", "ArraySegment",
    ];

    private static readonly string[] s_valueSequences = ["ImmutableArray", "Memory", "ReadOnlyMemory", "ArraySegment"];

    private static readonly string[] s_sets = ["HashSet", "ISet", "IReadOnlySet", "ImmutableHashSet", "IImmutableSet", "SortedSet", "ImmutableSortedSet"];

    private static readonly string[] s_maps =
    [
        "Dictionary", "Dictionary", "IDictionary", "IReadOnlyDictionary", "System.Collections.Concurrent.ConcurrentDictionary", "ImmutableDictionary", "IImmutableDictionary", "OrderedDictionary",
        "SortedDictionary", "SortedList", "ImmutableSortedDictionary",
    ];

    private static readonly string[] s_untyped = ["ArrayList", "IList", "ICollection", "IEnumerable", "Queue", "Stack", "IDictionary", "Hashtable"];

    /// <summary>Collections that System.Text.Json only writes.</summary>
    private static readonly string[] s_writeOnly =
    [
        "System.Collections.ObjectModel.ReadOnlyCollection<{0}>", "System.Collections.Concurrent.ConcurrentBag<{0}>", "System.Collections.Frozen.FrozenSet<string>",
        "System.Collections.ObjectModel.ReadOnlySet<int>", "System.Collections.ObjectModel.ReadOnlyDictionary<string, {0}>", "System.Collections.Frozen.FrozenDictionary<string, {0}>",
        "System.Collections.ObjectModel.ReadOnlyObservableCollection<{0}>",
    ];

    private static readonly string[] s_fillable = ["List", "IList", "ICollection", "HashSet", "ISet", "Dictionary", "IDictionary", "SortedDictionary", "Queue", "Stack"];

    /// <summary>The classes of initial collections.</summary>
    private static readonly Dictionary<string, string> s_classes = new()
    {
        ["List"] = "List", ["IList"] = "List", ["ICollection"] = "List", ["HashSet"] = "HashSet", ["ISet"] = "HashSet", ["Dictionary"] = "Dictionary", ["IDictionary"] = "Dictionary",
        ["SortedDictionary"] = "SortedDictionary",
    };

    /// <summary>Chooses a type of a member, nullable or not.</summary>
    private TypeName Type(int depth = 0)
    {
        var type = TypeOf(depth);
        return OneIn(3) ? type.Optional() : type;
    }

    private TypeName TypeOf(int depth) => random.Next(depth >= MaxDepth ? 7 : 16) switch
    {
        < 5 => Any(s_scalars),
        5 => Any(_enums),
        6 => _objects.Count > 0 ? Any(_objects) : Any(s_scalars),
        7 or 8 => Any(s_sequences) is var name ? Of(name, Element(depth), isValue: s_valueSequences.Contains(name)) : null!,
        9 => Element(depth) is var element ? new TypeName(element.Text + "[]") { IsReference = true, IsNumber = element is { IsNumber: true, IsCollection: false }, IsCollection = true } : null!,
        10 => Set(),
        11 or 12 => Map(Any(s_maps), Element(depth)),
        13 => OneIn(8) ? new TypeName(string.Format(System.Globalization.CultureInfo.InvariantCulture, Any(s_writeOnly), Element(depth).Text)) { IsReference = true } : Pair(depth),
        14 => OneIn(3) ? new TypeName("System.Collections." + Any(s_untyped)) { IsReference = true } : Any(s_scalars),
        _ => _objects.Count > 0 ? Any(_objects) : Any(s_scalars),
    };

    /// <summary>Chooses the type of an element, but not byte: an array of bytes is binary data.</summary>
    private TypeName Element(int depth) => Type(depth + 1) is var type && type.Text is "byte" ? new TypeName("short") { IsNumber = true } : type;

    private static TypeName Of(string name, TypeName element, bool isValue = false) => new($"{name}<{element.Text}>")
    {
        IsReference = !isValue, IsNumber = element is { IsNumber: true, IsCollection: false }, IsCollection = true, IsFillable = s_fillable.Contains(name),
        Initial = Item(element) is { } item && s_classes.TryGetValue(name, out var created) ? $"new {created}<{element.Text}>() {{ {item} }}" : null,
    };

    /// <summary>Returns an expression for an element of an initial collection; null if there is none.</summary>
    private static string? Item(TypeName element) => element.Initial ?? element.Text switch
    {
        "int" or "long" or "short" or "double" or "decimal" or "int?" or "long?" or "short?" or "double?" or "decimal?" => "7",
        "string" or "string?" => "\"initial\"",
        _ => null,
    };

    private TypeName Set()
    {
        var name = Any(s_sets);
        var isSorted = name.Contains("Sorted", StringComparison.Ordinal);
        return Of(name, Any(s_scalars.Where(scalar => isSorted ? scalar.IsSortable : scalar.IsKey).Concat(_enums.Where(kind => kind.IsKey)).ToList()));
    }

    private TypeName Map(string name, TypeName value)
    {
        var isSorted = name.Contains("Sorted", StringComparison.Ordinal);
        var key = OneIn(2) ? s_scalars.First(scalar => scalar.Text == "string") : Any(s_scalars.Where(scalar => isSorted ? scalar.IsSortable : scalar.IsKey).Concat(_enums.Where(kind => kind.IsKey)).ToList());
        return new TypeName($"{name}<{key.Text}, {value.Text}>") { IsReference = true, IsNumber = value is { IsNumber: true, IsCollection: false }, IsCollection = true, IsFillable = s_fillable.Contains(name), Initial = key.Text == "string" && Item(value) is { } item && s_classes.TryGetValue(name, out var created) ? $"new {created}<string, {value.Text}>() {{ [\"k\"] = {item} }}" : null };
    }

    private TypeName Pair(int depth)
    {
        var (first, second) = (Type(depth + 1).Text, Type(depth + 1).Text);
        return random.Next(3) switch
        {
            0 => new TypeName($"Tuple<{first}, {second}>") { IsReference = true },
            1 when options.Json is { IncludeFields: true, IgnoreReadOnlyFields: false } => new TypeName(OneIn(2) ? $"({first}, {second})" : $"({first} First, {second} Second)"),
            _ => new TypeName($"KeyValuePair<{first}, {second}>"),
        };
    }
}
