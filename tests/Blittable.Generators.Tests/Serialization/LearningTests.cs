namespace Blittable.Generators.Tests.Serialization;

/// <summary>The bytes of an object depend on earlier objects only if the option says so.</summary>
public sealed class LearningTests
{
    private static readonly Note[] s_prose = [.. Enumerable.Range(0, 32).Select(i => new Note($"the stone and the river in the garden of the house at number {i}"))];

    [Fact]
    public void Compression_that_did_not_shorten_earlier_objects_is_tried_less_often_only_with_the_option()
    {
        var plain = BlittableOptions.Balanced;
        var learning = plain with { LearnAcrossDocuments = true };
        byte[][] before = [.. s_prose.Select(note => BlittableSerializer.Serialize(note, plain))];
        var random = new Random(8);
        for (var i = 0; i < 2000; i++)
        {
            var note = new Note(string.Concat(Enumerable.Range(0, 40).Select(_ => (char)('A' + random.Next(26)))));
            Assert.Equal(BlittableSerializer.Serialize(note, plain).Length, BlittableSerializer.Serialize(note, learning).Length);
        }

        var longer = 0;
        for (var i = 0; i < s_prose.Length; i++)
        {
            Assert.Equal(before[i], BlittableSerializer.Serialize(s_prose[i], plain));
            var learned = BlittableSerializer.Serialize(s_prose[i], learning);
            longer += learned.Length > before[i].Length ? 1 : 0;
            Assert.Equal(s_prose[i], BlittableSerializer.Deserialize<Note>(learned));
        }

        Assert.InRange(longer, 1, s_prose.Length);
    }

    [BlittableSerializable]
    internal sealed record Note(string Text);
}
