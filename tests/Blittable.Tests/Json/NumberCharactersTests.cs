using System.Text;

namespace Blittable.Tests.Json;

/// <summary>Characters where a number should be: none that a number lacks is let through, even where the grammar of numbers is not checked.</summary>
[Trait(Category.Name, Category.Vector)]
public sealed class NumberCharactersTests
{
    [Theory]
    [InlineData("[1e<script>alert(1)]")]
    [InlineData("""[1.5e/9"x]""")]
    [InlineData("[1.5:2]")]
    [InlineData("[1.5a]")]
    [InlineData("[1.5_000]")]
    [InlineData("[1.5;]")]
    [InlineData("[1.\u007F]")]
    [InlineData("[1.é]")]
    [InlineData("[1.23456789012345678901234567890123456789012345x]")]
    public void Characters_that_no_number_has_are_refused(string json)
    {
        foreach (var validate in new[] { true, false })
        {
            using var converter = new BlittableConverter(new BlittableOptions { ValidateNumbers = validate });
            Assert.ThrowsAny<BlittableException>(() => converter.Convert(Encoding.UTF8.GetBytes(json)));
            Assert.ThrowsAny<BlittableException>(() => converter.Convert(Encoding.UTF8.GetBytes($"{new string(' ', 2000)}{json}")));
        }
    }

    [Theory]
    [InlineData("1.5.5")]
    [InlineData("1e+-3")]
    [InlineData("1.e5")]
    [InlineData("1.23456789012345678901234567890123456789012345e")]
    public void Unchecked_numbers_that_break_the_grammar_are_not_handed_out(string number)
    {
        using var document = BlittableDocument.Parse($"[{number}]", new BlittableOptions { ValidateNumbers = false });
        Assert.Equal(BlittableErrorCode.InvalidNumber, Assert.Throws<BlittableException>(() => document.Root[0].GetNumberText()).Code);
        Assert.False(document.Root[0].TryCopyNumberText(new byte[100], out var written));
        Assert.Equal(0, written);
        Assert.Equal(BlittableErrorCode.InvalidNumber, Assert.Throws<BlittableException>(() => document.Root.Clone()).Code);
        Assert.Equal(BlittableErrorCode.InvalidNumber, Assert.Throws<BlittableException>(() => document.Root.ToJson()).Code);
    }
}
