using Blittable.Text;

namespace Blittable.Tests.Text;

[Trait(Category.Name, Category.Vector)]
public class VerbatimRunsTests
{
    private const byte Escape = 254;

    [Fact]
    public void Vectors_and_single_codes_give_the_same_runs_for_any_pieces()
    {
        var random = new Random(9);
        for (var round = 0; round < 20_000; round++)
        {
            // Pieces of codes, and sometimes verbatim bytes that look like escapes.
            var pieces = Enumerable.Range(0, random.Next(1, 4)).Select(_ => Codes(random)).ToArray();
            var most = pieces.Sum(piece => piece.Length);
            byte[] expected = new byte[most], actual = new byte[most + VerbatimRuns.Slack + random.Next(2)];
            var scalar = new VerbatimRuns(Escape, expected);
            var vectors = new VerbatimRuns(Escape, actual);
            foreach (var piece in pieces)
            {
                Assert.True(scalar.TryAppendScalar(piece));
                Assert.True(vectors.TryAppend([.. piece, .. Enumerable.Repeat(Escape, VerbatimRuns.Slack)], piece.Length));
            }

            Assert.Equal(expected[..scalar.Written], actual[..vectors.Written]);
            Assert.Equal(pieces.SelectMany(piece => piece).ToArray(), Split(expected[..scalar.Written]));

            // The required room is enough, and less room is not.
            Assert.True(Fits(pieces, scalar.Written));
            Assert.True(most == 0 || !Fits(pieces, scalar.Written - 1));
        }
    }

    private static bool Fits(byte[][] pieces, int room)
    {
        var runs = new VerbatimRuns(Escape, new byte[room]);
        foreach (var piece in pieces)
        {
            if (!runs.TryAppendScalar(piece))
            {
                return false;
            }
        }

        return true;
    }

    private static byte[] Codes(Random random)
    {
        var codes = new List<byte>();
        var verbatim = random.Next(1, 12);
        for (var count = random.Next(random.Next(2) == 0 ? 10 : 120); count > 0; count--)
        {
            var run = random.Next(verbatim) == 0 ? random.Next(1, random.Next(50) == 0 ? 600 : 12) : 0;
            for (var i = 0; i < run; i++)
            {
                codes.AddRange([Escape, random.Next(200) == 0 ? Escape : (byte)random.Next(250)]);
            }

            codes.Add((byte)random.Next(Escape));
        }

        return [.. codes.Take(codes.Count - random.Next(2))];
    }

    /// <summary>Expands runs: each verbatim byte gets its own escape.</summary>
    private static byte[] Split(byte[] codes)
    {
        var split = new List<byte>();
        for (var i = 0; i < codes.Length; i++)
        {
            switch (codes[i])
            {
                case 255:
                    Assert.True(codes[i + 1] > 0);
                    split.AddRange(codes.AsSpan(i + 2, codes[i + 1] + 1).ToArray().SelectMany(value => (byte[])[Escape, value]));
                    i += 2 + codes[i + 1];
                    break;
                case Escape:
                    split.AddRange([Escape, codes[++i]]);
                    break;
                default:
                    split.Add(codes[i]);
                    break;
            }
        }

        return [.. split];
    }
}
