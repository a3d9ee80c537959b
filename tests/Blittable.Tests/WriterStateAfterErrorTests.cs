using System.Text;
using Blittable.Dates;

namespace Blittable.Tests;

/// <summary>A builder or an editor that has thrown writes the document of a new object. Each test makes a call fail at every point that it can fail at.</summary>
public sealed class WriterStateAfterErrorTests
{
    private const string First = StateAfterErrorTests.First;

    private const string Second = StateAfterErrorTests.Second;

    /// <summary>Between any two calls that build a document, a call that fails leaves the document as it was.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_builder_ignores_a_value_or_a_name_that_it_refused(bool isDisk)
    {
        Action<BlittableBuilder>[] calls =
        [
            builder => builder.WriteStartObject(), builder => builder.WritePropertyName("a"), builder => builder.WriteNumber(1.25m),
            builder => builder.WritePropertyName("b"u8), builder => builder.WriteStartArray(), builder => builder.WriteStartArray(), builder => builder.WriteString("text"),
            builder => builder.WriteEndArray(), builder => builder.WriteNumber(7), builder => builder.WriteString("a longer text that is stored once"u8),
            builder => builder.WriteEndArray(), builder => builder.WritePropertyName("cé"), builder => builder.WriteString("a longer text that is stored once"),
            builder => builder.WriteEndObject(),
        ];
        byte[] invalid = [0xC0, 0x80];
        Action<BlittableBuilder>[] failing =
        [
            builder => builder.WriteString("\ud800"), builder => builder.WriteString("text \udc00".AsSpan()), builder => builder.WriteString(invalid),
            builder => builder.WritePropertyName("\ud800"), builder => builder.WritePropertyName(invalid), builder => builder.WritePropertyName((string)null!),
            builder => builder.WriteString((string)null!), builder => builder.WriteValue(default), builder => builder.WriteEndObject(), builder => builder.WriteEndArray(),
            builder => builder.WriteDate(new Timestamp(long.MaxValue), DateTextForm.For(default)), builder => builder.Finish(),
            builder => builder.WritePropertyName("x"), builder => builder.WriteNull(), builder => builder.WriteStartArray(),
        ];
        using var builder = new BlittableBuilder(Options(isDisk) with { MaxDepth = 3 });
        Array.ForEach(calls, call => call(builder));
        var expected = builder.Finish().ToArray();
        var refused = 0;
        foreach (var fail in failing)
        {
            for (var at = 0; at <= calls.Length; at++)
            {
                builder.Reset();
                Array.ForEach(calls[..at], call => call(builder));
                if (Record.Exception(() => fail(builder)) is null)
                {
                    // The call is allowed here.
                    continue;
                }

                Array.ForEach(calls[at..], call => call(builder));
                Assert.Equal(expected, builder.Finish().ToArray());
                refused++;
            }
        }

        Assert.InRange(refused, 100, failing.Length * (calls.Length + 1));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_builder_that_failed_within_a_value_can_be_reset(bool isDisk)
    {
        var options = Options(isDisk) with { AllowDuplicateProperties = false, MaxDepth = 4 };
        using var builder = new BlittableBuilder(options);
        foreach (var damaged in Damaged(isDisk))
        {
            if (Record.Exception(() => builder.WriteValue(BlittableValue.Open(damaged))) is { } fault)
            {
                Assert.IsType<BlittableException>(fault);
            }

            builder.Reset();
            IsRight();
        }

        foreach (var refused in new[] { """{"a":1,"b":{"a":1,"a":2}}""", "[[[[[1]]]]]" })
        {
            using var document = BlittableDocument.Parse(refused);
            builder.WriteStartArray();
            Assert.Throws<BlittableException>(() => builder.WriteValue(document.Root));
            builder.Reset();
            IsRight();
        }

        FailingWriter.FailAtEachCall(
            output =>
            {
                builder.Reset();
                builder.WriteString("first");
                builder.Finish(output);
            },
            () =>
            {
                builder.Reset();
                IsRight();
            });

        void IsRight()
        {
            using var value = BlittableDocument.Parse(Second);
            builder.WriteValue(value.Root);
            var bytes = builder.Finish().ToArray();
            using var other = new BlittableBuilder(options);
            other.WriteValue(value.Root);
            Assert.Equal(other.Finish().ToArray(), bytes);
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void An_editor_has_the_same_document_after_an_edit_that_failed(bool isDisk)
    {
        var options = Options(isDisk) with { MaxDepth = 5, AllowDuplicateProperties = false };
        using var start = BlittableDocument.Parse(First, options);
        using var editor = new BlittableEditor(start, options);
        editor.Set("$.edited", "[1,2,3]"u8);
        using var before = editor.ToDocument();
        var failing = new List<Action<BlittableEditor>>
        {
            other => other.Remove("$.missing"), other => other.Rename("$.id", "\ud800"), other => other.Rename("$.id", "name"), other => other.SetString("$.id", "\ud800"),
            other => other.SetString("$.id", new byte[] { 0xFF }), other => other.SetString("$.missing.x", "text"), other => other.SetNumber("$.missing.x", 5), other => other.SetNull("$.id.x"),
            other => other.SetNumber(null!, 5), other => other.Append("$.id", "1"u8), other => other.Append("$.tags", "[1,"u8), other => other.Set("$.id", "[[[[[[1]]]]]]"u8),
            other => other.Set("$.id", default(BlittableValue)), other => other.Set("$.id.x[3]", "1"u8, createParents: true), other => other.Set("$.id", "{\"a\":1,\"a\":2}"u8),
            other => other.SetDate("$.at", new Timestamp(long.MaxValue), DateTextForm.For(default)), other => other.RemoveAll(BlittableJsonPath.Parse("$")),
            other => other.ApplyMergePatch("{\"a\":[[[[[[1]]]]]]}"u8), other => other.Set("$.*", "1"u8),
            other => other.ApplyPatch("""[{"op":"add","path":"/x","value":1},{"op":"remove","path":"/id"},{"op":"test","path":"/name","value":"other"}]"""u8),
            other => other.ApplyPatch("""[{"op":"move","from":"/rows","path":"/tags/0"},{"op":"copy","from":"/inner","path":"/inner/x"},{"op":"replace","path":"/missing","value":1}]"""u8),
        };
        failing.AddRange(Damaged(isDisk).Select(damaged => (Action<BlittableEditor>)(other => other.Set("$.damaged", BlittableValue.Open(damaged)))));
        foreach (var fail in failing)
        {
            using var fresh = new BlittableEditor(before, options);
            if (Record.Exception(() => fail(fresh)) is not { } expected)
            {
                continue;
            }

            for (var attempt = 0; attempt < 2; attempt++)
            {
                var fault = Record.Exception(() => fail(editor));
                Assert.Equal((expected.GetType(), expected.Message), (fault?.GetType(), fault?.Message));
                using var after = editor.ToDocument();
                Assert.Equal(before.Bytes.ToArray(), after.Bytes.ToArray());
            }

            fresh.SetString("$.next", "text");
            using var next = fresh.ToDocument();
            next.Validate();
            using var editedAfter = new BlittableEditor(before, options);
            editedAfter.SetString("$.next", "text");
            using var expectedNext = editedAfter.ToDocument();
            Assert.Equal(expectedNext.Root.ToJson(), next.Root.ToJson());
        }

        FailingWriter.FailAtEachCall(editor.WriteTo, () =>
        {
            using var after = editor.ToDocument();
            Assert.Equal(before.Bytes.ToArray(), after.Bytes.ToArray());
        });
    }

    private static BlittableOptions Options(bool isDisk) => isDisk ? BlittableOptions.Balanced : BlittableOptions.Default;

    /// <summary>Returns copies of a document with one changed byte each.</summary>
    private static IEnumerable<byte[]> Damaged(bool isDisk)
    {
        using var document = BlittableDocument.Parse(First, Options(isDisk));
        for (var at = 0; at < document.Bytes.Length - 1; at++)
        {
            var bytes = document.Bytes.ToArray();
            bytes[at] ^= 0x41;
            if (Record.Exception(() => BlittableValue.Open(bytes).Kind) is null)
            {
                yield return bytes;
            }
        }
    }
}
