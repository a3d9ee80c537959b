using System.Text;

namespace Blittable.Tests.Json;

/// <summary>Valid and invalid JSON in both modes.</summary>
[Trait(Category.Name, Category.Vector)]
public class JsonConformanceTests
{
    private static readonly BlittableMode[] Modes = [BlittableMode.Memory, BlittableMode.Disk];

    public static TheoryData<string, string> Accepted
    {
        get
        {
            var data = new TheoryData<string, string>();
            foreach (var text in JsonConformanceCases.Same)
            {
                data.Add(text, text);
            }

            foreach (var (text, result) in JsonConformanceCases.Changed)
            {
                data.Add(text, result);
            }

            return data;
        }
    }

    public static TheoryData<string, BlittableErrorCode> Refused
    {
        get
        {
            var data = new TheoryData<string, BlittableErrorCode>();
            foreach (var (text, code) in JsonConformanceCases.Refused)
            {
                data.Add(text, code);
            }

            return data;
        }
    }

    public static TheoryData<string> RefusedNumbers => [.. JsonConformanceCases.RefusedNumbers];

    [Theory]
    [MemberData(nameof(Accepted))]
    public void A_valid_JSON_text_is_restored(string text, string result)
    {
        foreach (var mode in Modes)
        {
            Assert.Equal(result, RoundTrip(text, mode));
            Assert.Equal("[" + result + "]", RoundTrip("[ " + text + "\n]", mode));
            Assert.Equal("{\"of it\":" + result + ",\"\":0}", RoundTrip("{\"of it\":" + text + ", \"\":0}", mode));
        }
    }

    [Theory]
    [MemberData(nameof(Refused))]
    public void An_invalid_JSON_text_is_refused_with_its_reason(string text, BlittableErrorCode code)
    {
        foreach (var mode in Modes)
        {
            var error = Assert.Throws<BlittableException>(() => RoundTrip(text, mode));
            Assert.Equal(code, error.Code);
            Assert.InRange(error.Offset, 0, text.Length);
            Assert.NotNull(error.Line);
            Assert.NotNull(error.Column);
        }
    }

    [Theory]
    [MemberData(nameof(RefusedNumbers))]
    public void A_malformed_number_is_refused_by_both_modes(string text)
    {
        foreach (var mode in Modes)
        {
            var error = Assert.Throws<BlittableException>(() => Convert(text, mode));
            Assert.Contains(error.Code, new[] { BlittableErrorCode.InvalidNumber, BlittableErrorCode.UnexpectedCharacter });
        }
    }

    [Theory]
    [InlineData(512, true)]
    [InlineData(513, false)]
    public void Containers_nest_up_to_the_maximum_depth(int depth, bool isAccepted)
    {
        foreach (var (open, close) in new[] { ("[", "]"), ("{\"a\":", "}") })
        {
            var text = string.Concat(Enumerable.Repeat(open, depth)) + "1" + string.Concat(Enumerable.Repeat(close, depth));
            foreach (var mode in Modes)
            {
                if (isAccepted)
                {
                    Assert.Equal(text, RoundTrip(text, mode));
                }
                else
                {
                    Assert.Equal(BlittableErrorCode.TooDeep, Assert.Throws<BlittableException>(() => RoundTrip(text, mode)).Code);
                }
            }
        }
    }

    [Fact]
    public void The_table_has_at_least_250_cases() =>
        Assert.True(Accepted.Count + Refused.Count + RefusedNumbers.Count >= 250);

    private static byte[] Convert(string latin1, BlittableMode mode)
    {
        using var converter = new BlittableConverter(new BlittableOptions { Mode = mode });
        return converter.Convert(Encoding.Latin1.GetBytes(latin1)).ToArray();
    }

    private static string RoundTrip(string latin1, BlittableMode mode)
    {
        var output = new System.Buffers.ArrayBufferWriter<byte>();
        BlittableValue.Open(Convert(latin1, mode)).WriteJson(output);
        return Encoding.Latin1.GetString(output.WrittenSpan);
    }
}
