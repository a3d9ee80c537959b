namespace Blittable.Generators.Tests.Serialization;

/// <summary>Strings of every length are written in each form: raw with a short or a long header, encoded, as digits, and with the beginning of an earlier string.</summary>
public sealed class StringLengthsTests
{
    /// <summary>A few more characters than a raw string with a short header has.</summary>
    private const int Longest = 80;

    public static TheoryData<string> Alphabets => ["the river and the stone ", "0123456789", "0123456789abcdef", "QXZ!", "übergröße ", "e\u0301日本\U0001F600", "\t\"\\ a"];

    [Theory]
    [MemberData(nameof(Alphabets))]
    public void Strings_of_every_length_come_back(string alphabet)
    {
        var text = string.Concat(Enumerable.Repeat(alphabet, Longest));
        for (var length = 0; length <= Longest; length++)
        {
            var (first, other) = (text[..length], text[1..(length + 1)]);
            Parity.Check(new Texts { First = first, Same = first, Longer = first + "!", Others = [other, first, other + other, first + " end"] });
        }
    }

    [Fact]
    public void Long_strings_with_a_common_beginning_come_back()
    {
        const string beginning = "https://example.com/articles/with/a/long/common/beginning/that/exceeds/sixty-four/bytes/";
        for (var length = 0; length < 100; length++)
        {
            var (one, two) = ($"{beginning[..(length % beginning.Length)]}{length}", beginning + new string('q', length));
            Parity.Check(new Texts { First = beginning, Same = one, Longer = two, Others = [one, two, beginning + one, two + two] });
        }
    }

    [BlittableSerializable]
    internal sealed class Texts
    {
        public string First { get; set; } = "";

        public string Same { get; set; } = "";

        public string Longer { get; set; } = "";

        public List<string> Others { get; set; } = [];
    }
}
