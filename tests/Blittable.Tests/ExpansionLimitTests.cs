using System.Text;

namespace Blittable.Tests;

/// <summary>One limit bounds every operation that expands a value. Untrusted bytes have a default limit; documents of this process have none.</summary>
public sealed class ExpansionLimitTests
{
    private const int Count = 70_000;

    private static readonly string Json = "[" + string.Join(',', Enumerable.Repeat("\"shipped\"", Count)) + "]";

    public static TheoryData<string> Operations => [.. All.Keys];

    /// <summary>Operations that write or visit all of a value.</summary>
    private static Dictionary<string, Action<BlittableDocument>> All { get; } = new()
    {
        ["ToJson"] = document => Assert.Equal(Json, document.Root.ToJson()),
        ["WriteJson to a stream"] = document => document.Root.WriteJson(Stream.Null),
        ["MessagePack"] = document => Assert.InRange(BlittableMessagePack.ToArray(document.Root).Length, 8 * Count, 9 * Count),
        ["ToJsonNode"] = document => Assert.Equal(Count, document.Root.ToJsonNode()!.AsArray().Count),
        ["JSONPath"] = document => Assert.Equal(Count, BlittableJsonPath.Parse("$[*]").Evaluate(document.Root).Count),
        ["an edit"] = document =>
        {
            using var editor = new BlittableEditor(document);
            editor.Append("$", "1"u8);
            using var edited = editor.ToDocument();
            Assert.Equal(Json[..^1] + ",1]", edited.Root.ToJson());
        },
        ["a patch"] = document =>
        {
            using var editor = new BlittableEditor(document);
            editor.ApplyPatch("""[{"op":"add","path":"/0","value":1}]"""u8);
            using var edited = editor.ToDocument();
            Assert.Equal("[1," + Json[1..], edited.Root.ToJson());
        },
        ["a clone"] = document =>
        {
            using var clone = document.Root.Clone();
            Assert.Equal(Json, clone.Root.ToJson());
        },
        ["a builder"] = document =>
        {
            using var builder = new BlittableBuilder();
            builder.WriteValue(document.Root);
            using var built = builder.ToDocument();
            Assert.Equal(Json, built.Root.ToJson());
        },
    };

    [Fact]
    public async Task An_HTTP_response_is_read_with_the_limit_of_the_options()
    {
        using var document = Disk(Json);
        using var content = new BlittableContent(document, asJson: false);
        using var limited = await content.ReadAsBlittableAsync(cancellationToken: TestContext.Current.CancellationToken);
        Assert.Equal(BlittableErrorCode.ExpansionTooLarge, Assert.Throws<BlittableException>(() => limited.Root.ToJson()).Code);

        using var trusted = await content.ReadAsBlittableAsync(new BlittableOptions { MaxExpandedBytes = Json.Length }, TestContext.Current.CancellationToken);
        Assert.Equal(Json, trusted.Root.ToJson());
    }

    [Fact]
    public void Objects_are_read_and_populated_with_the_limit_of_the_options()
    {
        using var written = Disk(Json);
        using var opened = BlittableDocument.Open(written.Bytes);
        var small = new BlittableOptions { MaxExpandedBytes = 1000 };
        var large = new BlittableOptions { MaxExpandedBytes = Json.Length };
        List<string> target = [];
        Assert.Equal(BlittableErrorCode.ExpansionTooLarge, Assert.Throws<BlittableException>(() => BlittableSerializer.Deserialize<List<string>>(written.Root, small)).Code);
        Assert.Equal(BlittableErrorCode.ExpansionTooLarge, Assert.Throws<BlittableException>(() => BlittableSerializer.Populate(ref target, written.Root, small)).Code);

        BlittableSerializer.Populate(ref target, opened.Root, large);
        Assert.Equal(BlittableSerializer.Deserialize<List<string>>(opened.Root, large), target);
        Assert.Equal(Count, target.Count);
    }

    [Theory]
    [MemberData(nameof(Operations))]
    public void A_document_written_by_this_process_has_no_limit(string operation)
    {
        using var document = Disk(Json);
        Assert.InRange(document.Bytes.Length, 1, 100);
        All[operation](document);
    }

    [Theory]
    [MemberData(nameof(Operations))]
    public void Untrusted_bytes_have_the_default_limit_or_the_limit_of_the_caller(string operation)
    {
        using var document = Disk(Json);
        using var untrusted = BlittableDocument.Open(document.Bytes);
        using var trusted = BlittableDocument.Open(document.Bytes, null, long.MaxValue);
        using var limited = BlittableDocument.Open(document.Bytes, null, 10_000);

        All[operation](trusted);
        Refuses(() => All[operation](untrusted));
        Refuses(() => All[operation](limited));
    }

    [Fact]
    public void The_limit_of_a_call_takes_precedence_over_the_limit_of_the_value()
    {
        using var document = Disk(Json);
        Refuses(() => document.Root.ToJson(new BlittableJsonOptions { MaxExpandedBytes = 1_000 }));
        using var untrusted = BlittableDocument.Open(document.Bytes);
        Assert.Equal(Json, untrusted.Root.ToJson(new BlittableJsonOptions { MaxExpandedBytes = 1 << 20 }));
        Assert.Equal(Json, untrusted.Root.WithMaxExpandedBytes(1 << 20).ToJson());
        Assert.Equal("shipped", untrusted.Root.WithMaxExpandedBytes(1 << 20)[5].GetString());
        Assert.Throws<ArgumentOutOfRangeException>(() => untrusted.Root.WithMaxExpandedBytes(-1));
    }

    [Fact]
    public void Comparing_and_hashing_need_no_limit()
    {
        using var document = Disk(Json);
        using var untrusted = BlittableDocument.Open(document.Bytes);
        using var plain = BlittableDocument.Parse(Json);
        Assert.True(BlittableValue.DeepEquals(untrusted.Root, document.Root));
        Assert.True(BlittableValue.DeepEquals(untrusted.Root, plain.Root));
        Assert.Equal(plain.Root.GetDeepHashCode(), untrusted.Root.GetDeepHashCode());
    }

    [Theory]
    [InlineData(BlittableMode.Memory)]
    [InlineData(BlittableMode.Disk)]
    public void Validate_returns_the_expanded_size_of_a_document(BlittableMode mode)
    {
        string[] texts =
        [
            Json, "1", "[]", """{"a long name":[{"a long name":1.5e300},{"a long name":-12.25},{"a long name":"2024-05-06T07:08:09.25Z"}]}""",
            """[[1,2,3,4,5,6,7,8],"\u0001\"","ünï","https://example.org/some/long/path/one","https://example.org/some/long/path/two"]""",
        ];
        foreach (var text in texts)
        {
            using var document = BlittableDocument.Parse(text, new BlittableOptions { Mode = mode });
            document.Validate(out var expanded);
            Assert.Equal(Encoding.UTF8.GetByteCount(document.Root.ToJson()), expanded);
            document.Validate(expanded);
            Refuses(() => document.Validate(expanded - 1));
        }
    }

    [Fact]
    public void Memory_for_rendering_to_a_stream_does_not_depend_on_the_size()
    {
        using var shorter = Disk(Json);
        using var longer = Disk("[" + string.Join(',', Enumerable.Repeat(Json, 16)) + "]");
        shorter.Root.WriteJson(Stream.Null);
        var before = GC.GetAllocatedBytesForCurrentThread();
        longer.Root.WriteJson(Stream.Null);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 1 << 20);
    }

    [Fact]
    public void A_patch_that_copies_repeatedly_is_refused_and_ends_the_exemption()
    {
        using var document = BlittableDocument.Parse("""{"a":["0123456789","0123456789"]}""");
        var doubling = string.Join(',', Enumerable.Range(0, 40).Select(i => $$"""{"op":"copy","from":"","path":"/x{{i}}"}"""));
        using var editor = new BlittableEditor(document);
        Refuses(() => editor.ApplyPatch(Encoding.UTF8.GetBytes($"[{doubling}]")));
        using var same = editor.ToDocument();
        Assert.Equal(document.Root.ToJson(), same.Root.ToJson());

        using var repetitive = Disk($$"""{"a":{{Json}}}""");
        using var copying = new BlittableEditor(repetitive);
        copying.ApplyPatch("""[{"op":"copy","from":"/a","path":"/b"}]"""u8);
        using var copied = copying.ToDocument();
        Assert.NotEqual(long.MaxValue, copied.Root.MaxExpandedBytes);
        Assert.Equal($$"""{"a":{{Json}},"b":{{Json}}}""", copied.Root.ToJson());
    }

    private static BlittableDocument Disk(string json) => BlittableDocument.Parse(json, new BlittableOptions { Mode = BlittableMode.Disk });

    private static void Refuses(Action action) =>
        Assert.Equal(BlittableErrorCode.ExpansionTooLarge, Assert.Throws<BlittableException>(action).Code);
}
