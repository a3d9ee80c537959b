namespace Blittable.Cli.Tests;

public sealed class TerminalTextTests
{
    [Theory]
    [InlineData("abcd", "abcd")]
    [InlineData("abcde", "abcd…")]
    [InlineData("abc😀", "abc…")]
    [InlineData("ab😀", "ab😀")]
    [InlineData("ab😀c", "ab😀…")]
    public void A_long_text_is_truncated_between_characters(string text, string expected) => Assert.Equal(expected, TerminalText.Truncate(text, 4));
}
