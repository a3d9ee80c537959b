namespace Blittable.Generators.Tests.Serialization;

/// <summary>Collections that the program defines.</summary>
public sealed class CustomCollectionTests
{
    private const string ListMembers = """
        List<int>? _items; List<int> Items => _items ??= []; public int Count => Items.Count; public bool IsReadOnly => false; public void Clear() => Items.Clear(); public bool Contains(int item) => Items.Contains(item);
        public void CopyTo(int[] array, int at) => Items.CopyTo(array, at); public bool Remove(int item) => Items.Remove(item); public IEnumerator<int> GetEnumerator() => Items.GetEnumerator(); IEnumerator IEnumerable.GetEnumerator() => Items.GetEnumerator();
        """;

    public static TheoryData<string, string> Types => new()
    {
        // Each conversion of a value type to an interface is a copy.
        { $"public struct C : ICollection<int> {{ public void Add(int item) => Items.Add(item); {ListMembers} }}", "[1,2,3]" },
        { $"public struct C : IList<int> {{ void ICollection<int>.Add(int item) => Items.Add(item); public int this[int i] {{ get => Items[i]; set => Items[i] = value; }} public int IndexOf(int i) => 0; public void Insert(int a, int b) {{ }} public void RemoveAt(int i) {{ }} {ListMembers} }}", "[4,5]" },
        {
            "public struct C : IDictionary<string, int> { Dictionary<string, int>? _items; IDictionary<string, int> Items => _items ??= []; public int this[string key] { get => Items[key]; set => Items[key] = value; } public ICollection<string> Keys => Items.Keys; public ICollection<int> Values => Items.Values; "
            + "public int Count => Items.Count; public bool IsReadOnly => false; public void Add(string key, int value) => Items.Add(key, value); public void Add(KeyValuePair<string, int> item) => Items.Add(item); public void Clear() { } public bool Contains(KeyValuePair<string, int> item) => false; "
            + "public bool ContainsKey(string key) => Items.ContainsKey(key); public void CopyTo(KeyValuePair<string, int>[] array, int at) { } public bool Remove(string key) => false; public bool Remove(KeyValuePair<string, int> item) => false; "
            + "public bool TryGetValue(string key, out int value) => Items.TryGetValue(key, out value); public IEnumerator<KeyValuePair<string, int>> GetEnumerator() => Items.GetEnumerator(); IEnumerator IEnumerable.GetEnumerator() => Items.GetEnumerator(); }",
            """{"a":1,"b":2}"""
        },

        // C# demands required members, which are not elements.
        { "public class C : List<int> { public required string Name { get; set; } }", "[1,2]" },
        { "public class C : Dictionary<string, int> { public required string Name { get; set; } }", """{"a":1}""" },
        { "public class B : List<int> { public required string Name { get; set; } } public class C : B { [System.Diagnostics.CodeAnalysis.SetsRequiredMembers] public C() => Name = \"\"; }", "[1,2]" },

        // Enumeration is ambiguous, or differs from the interface.
        { "public class C : List<int>, IEnumerable<string> { IEnumerator<string> IEnumerable<string>.GetEnumerator() { yield break; } }", "[1]" },
        { "public class C : List<int> { public new IEnumerator<string> GetEnumerator() { yield break; } }", "[1]" },
    };

    [Theory]
    [MemberData(nameof(Types))]
    public void A_collection_is_written_and_read_as_by_the_framework(string source, string text)
    {
        var types = CompiledTypes.Of($$"""{{source}} [BlittableSerializable] public class T { public C? A { get; set; } public List<C> B { get; set; } = []; }""");
        var holder = types.Type("T");
        Differential.Read(holder, $$"""{"A":{{text}},"B":[{{text}},{{text}}]}""");
        Differential.Write(holder, System.Text.Json.JsonSerializer.Deserialize($$"""{"A":{{text}},"B":[{{text}}]}""", holder));
    }

    /// <summary>C# does not allow such an interface as a type argument, so its converter is not registered.</summary>
    [Fact]
    public void A_member_can_have_an_interface_with_static_abstract_members()
    {
        var holder = CompiledTypes.Of("""
            public interface IModel { static abstract int Create(); int A { get; } } public interface IMore : IModel { int B { get; } }
            public interface IWhole : IModel { static int IModel.Create() => 1; } public class Whole : IWhole { public int A { get; set; } = 4; }
            public class Model : IMore { public static int Create() => 1; public int A { get; set; } public int B { get; set; } }
            [BlittableSerializable] public class T { public IModel? M { get; set; } = new Model { A = 1 }; public IMore? N { get; set; } = new Model { A = 2, B = 3 }; public List<Model> L { get; set; } = [new()]; public List<IWhole> W { get; set; } = [new Whole()]; }
            """).Type("T");
        Differential.Write(holder, Activator.CreateInstance(holder));
        Differential.Read(holder, """{"M":null,"N":null,"L":[{"A":5,"B":6}]}""");
    }

    [Theory]
    [InlineData("BLIT003 BlittableSerializable", "[BlittableSerializable] public interface T { static abstract int Create(); }")]
    [InlineData("BLIT004 A", "[BlittableSerializable] public class T { [JsonConverter(typeof(C))] public int A { get; set; } } public class C : JsonConverter<int> { public required int X { get; set; } "
        + "public override int Read(ref Utf8JsonReader reader, Type type, JsonSerializerOptions options) => 0; public override void Write(Utf8JsonWriter writer, int value, JsonSerializerOptions options) { } }")]
    public void A_type_that_generated_code_cannot_use_is_reported(string expected, string source) => Assert.Equal([expected], CompiledTypes.Faults(source));
}
