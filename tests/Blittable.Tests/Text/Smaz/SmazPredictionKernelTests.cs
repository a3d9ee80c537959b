using System.Text;
using Blittable.Text;

namespace Blittable.Tests.Text;

[Trait(Category.Name, Category.Vector)]
public sealed unsafe class SmazPredictionKernelTests
{
    [Fact]
    public void The_kernel_and_its_scalar_twin_predict_the_same_regardless_of_the_bytes_after_the_text()
    {
        var random = new Random(20261128);
        var memory = new byte[2 * SmazPredictionKernel.Window];
        for (var length = 1; length <= SmazPredictionKernel.Window; length++)
        {
            for (var round = 0; round < 50; round++)
            {
                random.NextBytes(memory);
                for (var i = 0; i < length; i++)
                {
                    memory[i] = random.Next(3) == 0 ? memory[i] : (byte)('a' + (memory[i] % 26));
                }

                fixed (byte* text = memory)
                {
                    Assert.Equal(SmazPredictionKernel.PredictScalar(memory.AsSpan(0, length)), SmazPredictionKernel.Predict(text, length));
                }
            }
        }
    }

    [Theory]
    [InlineData("the end of the beginning is not the beginning of the end", true)]
    [InlineData("So11111111111111111111111111111111111111112", false)]
    [InlineData("XKCD-9981/QRZ", false)]
    [InlineData("the other", false)]
    public void Strings_that_shrink_are_distinguished_from_others(string text, bool shrinks)
    {
        var memory = new byte[2 * SmazPredictionKernel.Window];
        var length = Encoding.UTF8.GetBytes(text, memory);
        fixed (byte* start = memory)
        {
            Assert.Equal(shrinks, SmazPredictionKernel.PredictSaved(start, length) > 0);
        }
    }

    [Fact]
    public void Long_texts_are_judged_by_their_start_end_and_middle()
    {
        var prose = string.Concat(Enumerable.Repeat("the rest of the text is prose. ", 20));
        var memory = Encoding.UTF8.GetBytes(new string('#', 64) + prose + new string(' ', 64));
        fixed (byte* start = memory)
        {
            Assert.True(SmazPredictionKernel.PredictSaved(start, memory.Length - 64) > 0);
        }
    }
}
