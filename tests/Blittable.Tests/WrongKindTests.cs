using Blittable.Tests.Reading;
using static Blittable.Tests.BlittableValueTests;

namespace Blittable.Tests;

/// <summary>Values of another kind than requested, and values of no document.</summary>
public sealed class WrongKindTests
{
    [Fact]
    public void A_value_of_another_kind_is_an_error_or_false()
    {
        var bytes = DocumentBytes.Of(0x41, (byte)'x');
        AssertFails(BlittableErrorCode.WrongKind, bytes, root => root.GetInt32());
        AssertFails(BlittableErrorCode.WrongKind, bytes, root => root.GetDouble());
        AssertFails(BlittableErrorCode.WrongKind, bytes, root => root.GetDecimal());
        AssertFails(BlittableErrorCode.WrongKind, bytes, root => root.GetSingle());
        AssertFails(BlittableErrorCode.WrongKind, bytes, root => root.GetBoolean());
        AssertFails(BlittableErrorCode.WrongKind, bytes, root => root.GetBytes());
        AssertFails(BlittableErrorCode.WrongKind, bytes, root => root.GetGuid());
        AssertFails(BlittableErrorCode.WrongKind, bytes, root => root.GetTimestamp());
        AssertFails(BlittableErrorCode.WrongKind, bytes, root => root.GetDateTimeOffset());
        AssertFails(BlittableErrorCode.WrongKind, bytes, root => root.GetNumberText());
        AssertFails(BlittableErrorCode.WrongKind, bytes, root => _ = root.Count);
        AssertFails(BlittableErrorCode.WrongKind, bytes, root => _ = root[0].Kind);
        AssertFails(BlittableErrorCode.WrongKind, bytes, root => root.GetProperty("a"));
        AssertFails(BlittableErrorCode.WrongKind, bytes, root => root.EnumerateArray());
        AssertFails(BlittableErrorCode.WrongKind, bytes, root => root.EnumerateObject());
        AssertFails(BlittableErrorCode.WrongKind, DocumentBytes.Of(0x01), root => root.GetString());
        var value = BlittableValue.Open(bytes);
        AssertAllFalse(
            ("TryGetInt64", value.TryGetInt64(out _)), ("TryGetDouble", value.TryGetDouble(out _)), ("TryGetDecimal", value.TryGetDecimal(out _)),
            ("TryGetBoolean", value.TryGetBoolean(out _)), ("TryGetBytes", value.TryGetBytes(out _)), ("TryGetExtension", value.TryGetExtension(out _, out _)),
            ("TryGetGuid", value.TryGetGuid(out _)), ("TryGetDateOnly", value.TryGetDateOnly(out _)), ("TryGetProperty of a string", value.TryGetProperty("a", out _)),
            ("TryGetProperty of bytes", value.TryGetProperty("a"u8, out _)), ("TryGetProperty of a name", value.TryGetProperty(new BlittableName("a"), out _)),
            ("TryGetElement", value.TryGetElement(0, out _)), ("TryCopyNumberText", value.TryCopyNumberText(new byte[9], out _)));
    }

    [Fact]
    public void A_default_value_is_undefined()
    {
        BlittableValue value = default;

        Assert.Equal(BlittableValueKind.Undefined, value.Kind);
        Assert.Equal("", value.ToString());
        AssertAllFalse(
            ("IsDate", value.IsDate), ("TryGetInt32", value.TryGetInt32(out _)), ("TryGetString", value.TryGetString(out _)),
            ("TryGetUtf8Span", value.TryGetUtf8Span(out _)), ("TryGetUtf8Length", value.TryGetUtf8Length(out _)), ("TryCopyUtf8", value.TryCopyUtf8([], out _)),
            ("Utf8Equals", value.Utf8Equals("a"u8)), ("TryGetProperty", value.TryGetProperty("a", out _)), ("TryGetElement", value.TryGetElement(0, out _)),
            ("TryGetTimestamp", value.TryGetTimestamp(out _)), ("TryGetBytes", value.TryGetBytes(out _)));
    }

    [Fact]
    public void A_default_value_cannot_be_read_or_copied()
    {
        Assert.Equal(BlittableErrorCode.WrongKind, Assert.Throws<BlittableException>(() => default(BlittableValue).GetInt32()).Code);
        Assert.Equal(BlittableErrorCode.WrongKind, Assert.Throws<BlittableException>(() => default(BlittableValue).ToJson()).Code);
        Assert.Equal(BlittableErrorCode.WrongKind, Assert.Throws<BlittableException>(() => default(BlittableValue).Clone()).Code);
        Assert.Equal(BlittableErrorCode.WrongKind, Assert.Throws<BlittableException>(() => BlittableMessagePack.ToArray(default)).Code);
    }

    private static void AssertAllFalse(params (string Call, bool Result)[] calls) => Assert.All(calls, call => Assert.False(call.Result, call.Call));
}
