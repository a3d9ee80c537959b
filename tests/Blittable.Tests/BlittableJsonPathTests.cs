namespace Blittable.Tests;

/// <summary>The examples of RFC 9535, table by table.</summary>
public class BlittableJsonPathTests
{
    private const string Store = """
        {"store":{"book":[
        {"category":"reference","author":"Nigel Rees","title":"Sayings of the Century","price":8.95},
        {"category":"fiction","author":"Evelyn Waugh","title":"Sword of Honour","price":12.99},
        {"category":"fiction","author":"Herman Melville","title":"Moby Dick","isbn":"0-553-21311-3","price":8.99},
        {"category":"fiction","author":"J. R. R. Tolkien","title":"The Lord of the Rings","isbn":"0-395-19395-8","price":22.99}],
        "bicycle":{"color":"red","price":399}}}
        """;

    private const string Names = """{"o":{"j j":{"k.k":3}},"'":{"@":2}}""";
    private const string Mixed = """{"o":{"j":1,"k":2},"a":[5,3]}""";
    private const string Letters = """["a","b","c","d","e","f","g"]""";
    private const string Filtered = """
        {"a":[3,5,1,2,4,6,{"b":"j"},{"b":"k"},{"b":{}},{"b":"kilo"}],"o":{"p":1,"q":2,"r":3,"s":5,"t":{"u":6}},"e":"f"}
        """;

    private const string Nested = """{"o":{"j":1,"k":2},"a":[5,3,[{"j":4},{"k":6}]]}""";
    private const string Nulls = """{"a":null,"b":[null],"c":[{}],"null":1}""";

    [Theory]
    [InlineData("$.store.book[*].author", """["Nigel Rees","Evelyn Waugh","Herman Melville","J. R. R. Tolkien"]""")]
    [InlineData("$..author", """["Nigel Rees","Evelyn Waugh","Herman Melville","J. R. R. Tolkien"]""")]
    [InlineData("$.store..price", "[8.95,12.99,8.99,22.99,399]")]
    [InlineData("$..book[2].author", """["Herman Melville"]""")]
    [InlineData("$..book[2].publisher", "[]")]
    [InlineData("$..book[-1].title", """["The Lord of the Rings"]""")]
    [InlineData("$..book[0,1].title", """["Sayings of the Century","Sword of Honour"]""")]
    [InlineData("$..book[:2].title", """["Sayings of the Century","Sword of Honour"]""")]
    [InlineData("$..book[?@.isbn].title", """["Moby Dick","The Lord of the Rings"]""")]
    [InlineData("$..book[?@.price<10].title", """["Sayings of the Century","Moby Dick"]""")]
    [InlineData("$.store.bicycle.*", """["red",399]""")]
    public void Table_2_bookstore(string query, string expected) => Holds(Store, query, expected);

    [Fact]
    public void Table_2_all_members_and_elements()
    {
        using var document = BlittableDocument.Parse(Store);
        Assert.Equal(27, BlittableJsonPath.Parse("$..*").Evaluate(document.Root).Count);
        Assert.Equal(2, BlittableJsonPath.Parse("$.store.*").Evaluate(document.Root).Count);
    }

    [Theory]
    [InlineData("$", """[{"o":{"j j":{"k.k":3}},"'":{"@":2}}]""")]
    [InlineData("$.o['j j']", """[{"k.k":3}]""")]
    [InlineData("$.o['j j']['k.k']", "[3]")]
    [InlineData("""$.o["j j"]["k.k"]""", "[3]")]
    [InlineData("""$["'"]["@"]""", "[2]")]
    [InlineData("""$['\'']["\u0040"]""", "[2]")]
    public void Names_select_members(string query, string expected) => Holds(Names, query, expected);

    [Theory]
    [InlineData("$[*]", """[{"j":1,"k":2},[5,3]]""")]
    [InlineData("$.o[*]", "[1,2]")]
    [InlineData("$.o[*, *]", "[1,2,1,2]")]
    [InlineData("$.a[*]", "[5,3]")]
    [InlineData("$.a.*", "[5,3]")]
    public void Wildcards_select_all_children(string query, string expected) => Holds(Mixed, query, expected);

    [Theory]
    [InlineData("$[1]", """["b"]""")]
    [InlineData("$[-7]", """["a"]""")]
    [InlineData("$[7]", "[]")]
    [InlineData("$[-8]", "[]")]
    [InlineData("$[9007199254740991]", "[]")]
    [InlineData("$[1:3]", """["b","c"]""")]
    [InlineData("$[5:]", """["f","g"]""")]
    [InlineData("$[1:5:2]", """["b","d"]""")]
    [InlineData("$[5:1:-2]", """["f","d"]""")]
    [InlineData("$[::-1]", """["g","f","e","d","c","b","a"]""")]
    [InlineData("$[ : 2 : ]", """["a","b"]""")]
    [InlineData("$[-2:]", """["f","g"]""")]
    [InlineData("$[:-5]", """["a","b"]""")]
    [InlineData("$[100:-100:-3]", """["g","d","a"]""")]
    [InlineData("$[-9007199254740991:9007199254740991:9007199254740991]", """["a"]""")]
    [InlineData("$[1:3:0]", "[]")]
    [InlineData("$[0, 3]", """["a","d"]""")]
    [InlineData("$[0:2, 5]", """["a","b","f"]""")]
    [InlineData("$[0, 0]", """["a","a"]""")]
    [InlineData("$.a", "[]")]
    public void Indexes_and_slices_select_elements(string query, string expected) => Holds(Letters, query, expected);

    [Theory]
    [InlineData("$.absent1 == $.absent2", true)]
    [InlineData("$.absent1 <= $.absent2", true)]
    [InlineData("$.absent == 'g'", false)]
    [InlineData("$.absent1 != $.absent2", false)]
    [InlineData("$.absent != 'g'", true)]
    [InlineData("1 <= 2", true)]
    [InlineData("1 > 2", false)]
    [InlineData("13 == '13'", false)]
    [InlineData("'a' <= 'b'", true)]
    [InlineData("'a' > 'b'", false)]
    [InlineData("$.obj == $.arr", false)]
    [InlineData("$.obj != $.arr", true)]
    [InlineData("$.obj == $.obj", true)]
    [InlineData("$.obj != $.obj", false)]
    [InlineData("$.arr == $.arr", true)]
    [InlineData("$.arr != $.arr", false)]
    [InlineData("$.obj == 17", false)]
    [InlineData("$.obj != 17", true)]
    [InlineData("$.obj <= $.arr", false)]
    [InlineData("$.obj < $.arr", false)]
    [InlineData("$.obj <= $.obj", true)]
    [InlineData("$.arr <= $.arr", true)]
    [InlineData("1 <= $.arr", false)]
    [InlineData("1 >= $.arr", false)]
    [InlineData("1 > $.arr", false)]
    [InlineData("1 < $.arr", false)]
    [InlineData("true <= true", true)]
    [InlineData("true > true", false)]
    [InlineData("1.0 == 10e-1", true)]
    [InlineData("-0 == 0", true)]
    [InlineData("\"\\u00fc\" > 'z'", true)]
    public void Table_11_comparisons(string comparison, bool expected)
    {
        using var document = BlittableDocument.Parse("""{"obj":{"x":"y"},"arr":[2,3]}""", BlittableOptions.Balanced);
        Assert.Equal(expected ? 2 : 0, BlittableJsonPath.Parse($"$[?{comparison}]").Evaluate(document.Root).Count);
    }

    [Theory]
    [InlineData("$.a[?@.b == 'kilo']", """[{"b":"kilo"}]""")]
    [InlineData("$.a[?(@.b == 'kilo')]", """[{"b":"kilo"}]""")]
    [InlineData("$.a[?@>3.5]", "[5,4,6]")]
    [InlineData("$.a[?@.b]", """[{"b":"j"},{"b":"k"},{"b":{}},{"b":"kilo"}]""")]
    [InlineData("$[?@.*]", """[[3,5,1,2,4,6,{"b":"j"},{"b":"k"},{"b":{}},{"b":"kilo"}],{"p":1,"q":2,"r":3,"s":5,"t":{"u":6}}]""")]
    [InlineData("$[?@[?@.b]]", """[[3,5,1,2,4,6,{"b":"j"},{"b":"k"},{"b":{}},{"b":"kilo"}]]""")]
    [InlineData("$.o[?@<3, ?@<3]", "[1,2,1,2]")]
    [InlineData("""$.a[?@<2 || @.b == "k"]""", """[1,{"b":"k"}]""")]
    [InlineData("""$.a[?match(@.b, "[jk]")]""", """[{"b":"j"},{"b":"k"}]""")]
    [InlineData("""$.a[?search(@.b, "[jk]")]""", """[{"b":"j"},{"b":"k"},{"b":"kilo"}]""")]
    [InlineData("$.o[?@>1 && @<4]", "[2,3]")]
    [InlineData("$.o[?@.u || @.x]", """[{"u":6}]""")]
    [InlineData("$.a[?@.b == $.x]", "[3,5,1,2,4,6]")]
    [InlineData("$.a[?@ == @]", """[3,5,1,2,4,6,{"b":"j"},{"b":"k"},{"b":{}},{"b":"kilo"}]""")]
    [InlineData("$.a[?!@.b && !(@ > 1)]", "[1]")]
    [InlineData("$.a[?@ == 1 || @ > 2 && @ < 4]", "[3,1]")]
    [InlineData("$.a[? length( @.b ) == 4 ]", """[{"b":"kilo"}]""")]
    [InlineData("$.o[?count(@.*) == 1]", """[{"u":6}]""")]
    [InlineData("$[?value(@..u) == 6]", """[{"p":1,"q":2,"r":3,"s":5,"t":{"u":6}}]""")]
    [InlineData("$[?length(@) >= 5]", """[[3,5,1,2,4,6,{"b":"j"},{"b":"k"},{"b":{}},{"b":"kilo"}],{"p":1,"q":2,"r":3,"s":5,"t":{"u":6}}]""")]
    public void Table_12_filters(string query, string expected) => Holds(Filtered, query, expected);

    [Theory]
    [InlineData("$[?length(@) < 3]", true)]
    [InlineData("$[?length(@.*) < 3]", false)]
    [InlineData("$[?count(@.*) == 1]", true)]
    [InlineData("$[?count(1) == 1]", false)]
    [InlineData("$[?count(foo(@.*)) == 1]", false)]
    [InlineData("$[?match(@.timezone, 'Europe/.*')]", true)]
    [InlineData("$[?match(@.timezone, 'Europe/.*') == true]", false)]
    [InlineData("""$[?value(@..color) == "red"]""", true)]
    [InlineData("$[?value(@..color)]", false)]
    public void Tables_13_and_14_function_types(string query, bool isValid) => Assert.Equal(isValid, BlittableJsonPath.TryParse(query, out _));

    [Theory]
    [InlineData("$..j", "[1,4]")]
    [InlineData("$..[0]", """[5,{"j":4}]""")]
    [InlineData("$..[*]", """[{"j":1,"k":2},[5,3,[{"j":4},{"k":6}]],1,2,5,3,[{"j":4},{"k":6}],{"j":4},{"k":6},4,6]""")]
    [InlineData("$..*", """[{"j":1,"k":2},[5,3,[{"j":4},{"k":6}]],1,2,5,3,[{"j":4},{"k":6}],{"j":4},{"k":6},4,6]""")]
    [InlineData("$..o", """[{"j":1,"k":2}]""")]
    [InlineData("$.o..[*, *]", "[1,2,1,2]")]
    [InlineData("$.a..[0, 1]", """[5,3,{"j":4},{"k":6}]""")]
    public void Descendants_follow_their_container(string query, string expected) => Holds(Nested, query, expected);

    [Theory]
    [InlineData("$.a", "[null]")]
    [InlineData("$.a[0]", "[]")]
    [InlineData("$.a.d", "[]")]
    [InlineData("$.b[0]", "[null]")]
    [InlineData("$.b[*]", "[null]")]
    [InlineData("$.b[?@]", "[null]")]
    [InlineData("$.b[?@==null]", "[null]")]
    [InlineData("$.c[?@.d==null]", "[]")]
    [InlineData("$.null", "[1]")]
    public void Null_is_a_value(string query, string expected) => Holds(Nulls, query, expected);

    [Theory]
    [InlineData("", 0)]
    [InlineData(" $", 0)]
    [InlineData("$ ", 1)]
    [InlineData("$.", 2)]
    [InlineData("$..", 3)]
    [InlineData("$. a", 2)]
    [InlineData("$[01]", 2)]
    [InlineData("$[-0]", 2)]
    [InlineData("$[9007199254740992]", 2)]
    [InlineData("$['a", 4)]
    [InlineData("$['\\ud800']", 10)]
    [InlineData("$[\"\\'\"]", 4)]
    [InlineData("$[1:2:3:4]", 7)]
    [InlineData("$[]", 2)]
    [InlineData("$[?]", 3)]
    [InlineData("$[?1]", 4)]
    [InlineData("$[?@.a=1]", 6)]
    [InlineData("$[?@.* == 1]", 6)]
    [InlineData("$[?!@.a == 1]", 7)]
    [InlineData("$[?@ == 01]", 8)]
    [InlineData("$[?length (@) == 1]", 3)]
    [InlineData("$[?(@.a]", 7)]
    [InlineData("$.a b", 3)]
    public void An_invalid_query_is_refused_at_the_offending_character(string query, int position)
    {
        Assert.False(BlittableJsonPath.TryParse(query, out _));
        var fault = Assert.Throws<BlittableException>(() => BlittableJsonPath.Parse(query));
        Assert.Equal((BlittableErrorCode.InvalidPath, position), (fault.Code, (int)fault.Offset));
    }

    [Theory]
    [InlineData("a.c", "abc", true)]
    [InlineData("a.c", "a\nc", false)]
    [InlineData("a.c", "a\ud83d\ude00c", true)]
    [InlineData("a.c", "xabcx", false)]
    [InlineData("^ab$", "ab", true)]
    [InlineData("a^b", "ab", false)]
    [InlineData("[^a]", "\ud83d\ude00", true)]
    [InlineData("[^a\ud83d\ude00]", "\ud83d\ude00", false)]
    [InlineData("..", "\ud83d\ude00", false)]
    [InlineData("..", "\ud83d\ude00a", true)]
    [InlineData("[\ud83d\ude00-\ud83d\ude02]{2}", "\ud83d\ude01\ud83d\ude02", true)]
    [InlineData("[\ud83d\ude00-\ud83d\ude02]", "\ud83d\ude03", false)]
    [InlineData("[a-\ud83d\ude02]", "\ud83d\ude02", true)]
    [InlineData("[a-\ud83d\ude02]", "\ud83d\ude03", false)]
    [InlineData("\\p{L}", "\ud801\udc00", true)]
    [InlineData("\\p{Lu}", "\ud801\udc28", false)]
    [InlineData("\\P{L}", "\ud83d\ude00", true)]
    [InlineData("[^\\p{So}]", "\ud83d\ude00", false)]
    [InlineData("[^\\P{So}]", "\ud83d\ude00", true)]
    [InlineData("[^\\p{L}]", "\ud83d\ude00", true)]
    [InlineData("\\p{Cs}", "a", false)]
    [InlineData("\\p{IsGreek}", "a", false)]
    [InlineData("[a-]", "-", true)]
    [InlineData("[-a]", "-", true)]
    [InlineData("[^-a]", "b", true)]
    [InlineData("[a-b-c]", "b", false)]
    [InlineData("[]", "]", false)]
    [InlineData("a^*", "a", false)]
    [InlineData("\\p{Lu}+[^a-c\\-]{2,3}", "ABxyz", true)]
    [InlineData("(a|b)*", "abba", true)]
    [InlineData("a{2}", "aa", true)]
    [InlineData("\\d", "1", false)]
    [InlineData("a*?", "a", false)]
    [InlineData("(?=a)a", "a", false)]
    [InlineData("a)", "a)", false)]
    [InlineData("[z-a]", "b", false)]
    [InlineData("[a", "a", false)]
    public void Regular_expressions_follow_RFC_9485_and_others_match_nothing(string pattern, string text, bool expected)
    {
        using var builder = new BlittableBuilder();
        builder.WriteStartArray();
        builder.WriteStartObject();
        builder.WritePropertyName("text");
        builder.WriteString(text);
        builder.WritePropertyName("pattern");
        builder.WriteString(pattern);
        builder.WriteEndObject();
        builder.WriteEndArray();
        using var document = builder.ToDocument();
        Assert.Equal(expected ? 1 : 0, BlittableJsonPath.Parse("$[?match(@.text, @.pattern)]").Evaluate(document.Root).Count);
    }

    /// <summary>Two arrays of 2^28 numbers that are equal but stored separately, and an array with 2^28 references to the second: 41 bytes.</summary>
    [Theory]
    [InlineData("$[1][?@==$[0]]")]
    [InlineData("$[1][?@!=$[0]]")]
    [InlineData("$[1][?@<=$[0]]")]
    [InlineData("$[0][?count($[0][*])>0]")]
    [InlineData("$[0][?$[1][*]]")]
    public void A_filter_shares_one_budget_among_all_its_comparisons(string query)
    {
        byte[] values =
        [
            0x01, 0xBB, 0xFF, 0xFF, 0xFF, 0x7F, 0x01, 0x00, // the first array, at byte 1
            0x01, 0xBB, 0xFF, 0xFF, 0xFF, 0x7F, 0x01, 0x00, // the second array, at byte 9
            0xBB, 0xFF, 0xFF, 0xFF, 0x7F, 0x07, 0x00,       // an array of the second, at byte 16
            0xB8, 0x02, 0x16, 0x07,                         // the root, at byte 23
        ];
        byte[] bytes = [.. values, 0x0F, 0xFF, 0xFF, 0xFF, 0xFF, 0x03, 0x0A, 0x21];

        var fault = Assert.Throws<BlittableException>(() => BlittableJsonPath.Parse(query).Evaluate(BlittableValue.Open(bytes)).Count);

        Assert.Equal(BlittableErrorCode.ExpansionTooLarge, fault.Code);
    }

    [Theory]
    [InlineData("$.x[?length($.s)>1]")]
    [InlineData("$.x[?match($.s,'x')]")]
    [InlineData("$.x[?search($.s,'y')]")]
    [InlineData("$.x[?count($..*)>1]")]
    [InlineData("$.x[?length($.x)>1]")]
    public void A_filter_evaluates_root_queries_once(string query)
    {
        const int count = 20_000;
        using var document = BlittableDocument.Parse($$"""{"s":"{{new string('x', count)}}","x":[{{string.Join(',', Enumerable.Repeat("\"q\"", count))}}]}""");
        using var untrusted = BlittableDocument.Open(document.Bytes, null, 20 * count);
        var before = GC.GetAllocatedBytesForCurrentThread();

        var matches = BlittableJsonPath.Parse(query).Evaluate(untrusted.Root);

        Assert.Equal(query.Contains("ch(", StringComparison.Ordinal) ? 0 : count, matches.Count);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 10_000_000);
    }

    [Fact]
    public void Memory_for_locations_is_proportional_to_the_results()
    {
        var deep = string.Join(',', Enumerable.Range(0, 40).Select(i => string.Concat(Enumerable.Repeat("{\"a\":", 100)) + i + new string('}', 100)));
        using var document = BlittableDocument.Parse($"[{deep}]");
        var before = GC.GetAllocatedBytesForCurrentThread();

        Assert.Equal(40 * 99 * 100 / 2, BlittableJsonPath.Parse("$..a..a").Evaluate(document.Root).Count);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, (40 * 99 * 100 / 2 * 8) + 100_000);
        before = GC.GetAllocatedBytesForCurrentThread();
        Assert.Equal(1, BlittableJsonPath.Parse("$[?count($..a..a)>1 && @.a]..x").Evaluate(document.Root).Count + 1);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 200_000);
    }

    [Fact]
    public void Work_is_bounded_if_shared_values_expand_to_many_more()
    {
        using var doubled = Doubled(24);
        using var document = BlittableDocument.Open(doubled.Bytes);

        var fault = Assert.Throws<BlittableException>(() => BlittableJsonPath.Parse("$..x").Evaluate(document.Root).Count);

        Assert.Equal(BlittableErrorCode.ExpansionTooLarge, fault.Code);

        static BlittableDocument Doubled(int levels)
        {
            var document = BlittableDocument.Parse("[\"a string that is long enough to be stored once\"]", BlittableOptions.Balanced);
            for (var i = 0; i < levels; i++)
            {
                using var builder = new BlittableBuilder(BlittableOptions.Balanced);
                builder.WriteStartArray();
                builder.WriteValue(document.Root);
                builder.WriteValue(document.Root);
                builder.WriteEndArray();
                document = builder.ToDocument();
            }

            return document;
        }
    }

    [Fact]
    public void Queries_nested_too_deeply_are_refused() =>
        Assert.False(BlittableJsonPath.TryParse(string.Concat(Enumerable.Repeat("$[?", 1_000_000)), out _));

    private static void Holds(string json, string query, string expected)
    {
        var path = BlittableJsonPath.Parse(query);
        Assert.Equal(query, path.ToString());
        foreach (var options in new[] { BlittableOptions.Fastest, BlittableOptions.Balanced })
        {
            using var document = BlittableDocument.Parse(json, options);
            var found = new List<string>();
            foreach (var value in path.Evaluate(document.Root))
            {
                found.Add(value.ToJson());
            }

            Assert.Equal(expected, $"[{string.Join(',', found)}]");
        }
    }
}
