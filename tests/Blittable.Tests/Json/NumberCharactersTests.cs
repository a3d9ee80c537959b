using System.Text;

namespace Blittable.Tests.Json;

/// <summary>Characters in the position of a number: a character that never occurs in numbers is refused even if the grammar is not checked.</summary>
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
    public void Characters_that_never_occur_in_numbers_are_refused(string json)
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
    public void Unchecked_invalid_numbers_are_never_returned(string number)
    {
        using var document = BlittableDocument.Parse($"[{number}]", new BlittableOptions { ValidateNumbers = false });
        Assert.Equal(BlittableErrorCode.InvalidNumber, Assert.Throws<BlittableException>(() => document.Root[0].GetNumberText()).Code);
        Assert.False(document.Root[0].TryCopyNumberText(new byte[100], out var written));
        Assert.Equal(0, written);
        Assert.Equal(BlittableErrorCode.InvalidNumber, Assert.Throws<BlittableException>(() => document.Root.Clone()).Code);
        Assert.Equal(BlittableErrorCode.InvalidNumber, Assert.Throws<BlittableException>(() => document.Root.ToJson()).Code);
    }
}
