namespace Blittable.Tests.Strings;

/// <summary>A start that strings have in common may end within a code, behind a turn of 32 codes that ends with what announces a verbatim byte.</summary>
public class SmazTurnPrefixTests
{
    [Fact]
    public void A_string_goes_on_where_the_start_of_an_earlier_one_ends_within_a_code()
    {
        using var converter = new BlittableConverter(new BlittableOptions { Mode = BlittableMode.Disk });
        const string common = "Get the customization template for an OIDC subject claim for a";

        // The 32nd code announces the letter j, which has none; "an" is one code.
        for (var more = 0; more < 40; more++)
        {
            var first = new string('t', more) + common + "n organization";
            var second = new string('t', more) + common + " repository";
            var array = BlittableValue.Open(converter.Convert(System.Text.Encoding.UTF8.GetBytes($"[\"{first}\",\"{second}\"]")));
            Assert.Equal(first, array[0].GetString());
            Assert.Equal(second, array[1].GetString());
            Assert.Equal($"[\"{first}\",\"{second}\"]", array.ToJson());
        }
    }
}
