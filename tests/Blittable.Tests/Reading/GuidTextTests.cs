using System.Text;
using Blittable.Reading;

namespace Blittable.Tests.Reading;

/// <summary>Compares the vector path with the framework's parser.</summary>
[Trait(Category.Name, Category.Vector)]
public class GuidTextTests
{
    [Fact]
    public void A_GUID_is_parsed_like_the_framework_parses_it()
    {
        var random = new Random(7);
        var bytes = new byte[16];
        for (var i = 0; i < 2_000; i++)
        {
            random.NextBytes(bytes);
            var text = new Guid(bytes).ToString();
            AssertSame(Encoding.ASCII.GetBytes((i & 1) == 0 ? text : text.ToUpperInvariant()));
        }
    }

    [Fact]
    public void Any_byte_at_any_position_is_accepted_or_refused_like_the_framework_does()
    {
        var text = "01234567-89ab-cdef-ABCD-EFabcdef0199"u8.ToArray();
        for (var place = 0; place < text.Length; place++)
        {
            var kept = text[place];
            for (var value = 0; value <= byte.MaxValue; value++)
            {
                text[place] = (byte)value;
                AssertSame(text);
            }

            text[place] = kept;
        }
    }

    [Fact]
    public void A_text_of_another_length_is_not_a_GUID()
    {
        Assert.False(GuidText.TryParse("01234567-89ab-cdef-abcd-efabcdef019"u8, out _));
        Assert.False(GuidText.TryParse("01234567-89ab-cdef-abcd-efabcdef01991"u8, out _));
        Assert.False(GuidText.TryParse(default, out _));
    }

    private static void AssertSame(byte[] text)
    {
        var expected = GuidText.TryParseByFramework(text, out var expectedValue);
        Assert.Equal(expected, GuidText.TryParse(text, out var value));
        Assert.Equal(expected ? expectedValue : default, value);
    }
}
